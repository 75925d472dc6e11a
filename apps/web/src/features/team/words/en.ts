/** The team of an account: its seats, invitations and members, and the page of an invitation. */
export const team = {
  title: 'Team',
  loading: 'Loading your team',
  again: 'Try again',
  seats: 'Seats',
  seatsText: 'Everyone in the team shares your plan, its storage and its limits. You don’t need a seat yourself.',
  seatsUsed: (used: number, limit: number) => `${used} of ${limit} ${limit === 1 ? 'seat' : 'seats'} used`,
  seatsHeld: (count: number) => (count === 1 ? '1 of them by an invitation' : `${count} of them by invitations`),
  noSeats: 'Your plan has no seats. With a paid plan you can invite people into your team.',
  noneLeft: 'All seats are used. Remove a member, withdraw an invitation or choose a larger plan.',
  overSeats: (until: string) =>
    `Your team has more members than your plan has seats. The members who joined last can send until ${until}. Remove members or choose a larger plan.`,
  overSeatsNow:
    'Your team has more members than your plan has seats. The members who joined last can no longer send. Remove members or choose a larger plan.',
  toTeam: 'See your team',
  membersAndSeats: (members: number, seats: number) =>
    `Your team has ${members === 1 ? '1 member' : `${members} members`} besides its admin, but its plan has ${seats === 0 ? 'no seats' : seats === 1 ? '1 seat' : `${seats} seats`}. `,
  seated: (until: string) =>
    `You have a seat, so nothing changes for you. The members who joined last can send until ${until}.`,
  seatedNow: 'You have a seat, so nothing changes for you. The members who joined last can no longer send.',
  seatless: (until: string, admin: string) =>
    `You are among those who joined last and have no seat. You can send until ${until}. Ask ${admin}, the admin of your team, for a seat. Your transfers and files stay, and links keep working.`,
  seatlessNow: (admin: string) =>
    `You are among those who joined last and have no seat. You can no longer send. Ask ${admin}, the admin of your team, for a seat. Your transfers and files stay, and links keep working.`,

  invite: 'Invite people',
  emails: 'Email addresses',
  emailsHint: 'One or several, separated by commas, spaces or lines.',
  role: 'Role',
  roles: { admin: 'Admin', manager: 'Manager', member: 'Member' },
  rolesText: {
    member: 'Members send, request and see their own files, and what others share with them.',
    manager: 'Managers also see what everyone sends, requests and stores. They change only their own.',
  },
  sendInvites: 'Send invitations',
  tooMany: (limit: number) => `Invite at most ${limit} people at a time.`,
  outcomes: {
    invited: 'Invited',
    invalid: 'Not an email address',
    member: 'Already in your team',
    'invited-before': 'Already invited',
    'no-seat': 'No seat left',
  },

  factor: 'Second factor',
  factorText: 'Everyone in the team confirms each login with a passkey or an authenticator app, besides the password.',
  factorRequired: 'Everyone must have a second factor',
  factorMeans: (lacking: number) =>
    lacking === 0
      ? 'Everyone has one.'
      : `${lacking === 1 ? '1 person has' : `${lacking} people have`} none yet. Once it is required, they can’t use their account until they set one up. We email them. What they are sending goes on, and their links keep working.`,
  factorAwaited: (lacking: number) =>
    lacking === 0
      ? 'Everyone has one.'
      : `${lacking === 1 ? '1 person has' : `${lacking} people have`} none yet and can’t use their account until they set one up.`,
  factorOwn: 'Add a passkey or an authenticator app to your own account first.',
  factorOwnLink: 'Open security settings',
  factorSaved: 'Saved.',
  hasFactor: 'Second factor set up',
  lacksFactor: 'No second factor',

  invites: 'Open invitations',
  expiresOn: (day: string) => `Expires on ${day}`,
  expired: 'Expired',
  resend: 'Send again',
  resent: 'The invitation was sent again.',
  withdraw: 'Withdraw',
  withdrawn: 'The invitation was withdrawn.',

  activity: 'What your team did',
  members: 'Members',
  nobody: 'Nobody has joined yet',
  nobodyText: 'People you invite appear here once they accept.',
  you: 'You',
  noSeat: 'No seat',
  lastActive: 'Last active',
  neverActive: 'Not active yet',
  uses: (bytes: string, transfers: number) =>
    `${bytes} stored · ${transfers === 1 ? '1 transfer' : `${transfers} transfers`} this month`,
  makeManager: 'Make manager',
  makeMember: 'Make member',
  remove: 'Remove',
  removeTitle: (who: string) => `Remove ${who}?`,
  removeText:
    'They are signed out at once and keep a free account of their own. What they are sending now stops, and their webhooks end. What they sent, stored and requested stays in your team with their contacts, and its links keep working.',
  successor: 'Who takes over what they made',
  keep: 'Keep',
  cancel: 'Cancel',
  removed: 'The member was removed.',
  makeAdmin: 'Make admin',
  handoverTitle: (who: string) => `Make ${who} the admin?`,
  handoverText:
    'The admin manages the members and the plan. Once they agree, you become a manager. The card on file goes on paying until the new admin changes it, and you can no longer change it yourself.',
  ask: 'Ask them',
  asked: 'We emailed them.',
  waiting: (who: string) => `${who} was asked to become the admin.`,
  withdrawAsk: 'Withdraw',
  password: 'Your password',

  askedTitle: 'You are asked to become the admin',
  askedText: (who: string) =>
    `${who} asks you to become the admin of your team. You would manage its members and its plan. The card on file goes on paying until you change it under Billing. ${who} becomes a manager.`,
  agree: 'Become the admin',
  decline: 'Decline',
  nowAdmin: 'You are now the admin of your team.',

  inviteTitle: 'Join a team',
  inviteName: 'Invitation',
  invitedBy: (who: string, company: string) =>
    company === '' ? `${who} invites you to their team.` : `${who} invites you to the team of ${company}.`,
  joinsAs: { manager: 'You join as a manager.', member: 'You join as a member.' },
  joinMeans: 'You send and request files on the team’s plan. Everything you make belongs to the team.',
  gone: 'This invitation no longer works',
  email: 'Email address',
  newPassword: 'Password',
  fullName: 'Full name',
  join: 'Join the team',
  logInFirst: 'You have an account with this address. Log in to join with it.',
  logIn: 'Log in',
  openDash: 'Open the dashboard',
  logOut: 'Log out',
  otherAccount: (own: string, invited: string) =>
    `You are logged in as ${own}, but this invitation is for ${invited}. Log out to use it.`,
  brings: 'Your account moves into the team with everything it holds:',
  broughtTransfers: (count: number) => (count === 1 ? '1 transfer' : `${count} transfers`),
  broughtRequests: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
  broughtContacts: (count: number) => (count === 1 ? '1 contact' : `${count} contacts`),
  broughtBytes: (bytes: string) => `${bytes} of files`,
  bringsStays: 'If you are removed from the team later, all of it stays with the team.',
  bound: {
    paid: 'Your account has a plan, lifetime codes or an unfinished purchase, so it can’t join now. Ask for an invitation to another address, or open this link again once that has ended.',
    team: 'Your account has a team of its own, so it can’t join another one.',
    member: 'Your account is already a member of a team.',
  },
  joined: 'Welcome to the team.',
  toDash: 'Go to your dashboard',
}

export type TeamWords = typeof team
