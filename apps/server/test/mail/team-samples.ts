/** Facts of the mails to a team. */
export const teamSamples = (link: string) => ({
  'team-invite': {
    inviter: { address: 'ada@lovelace.example', name: 'Ada' },
    company: 'Analytical Engines',
    role: 'member' as const,
    validDays: 7,
    link,
  },
  'team-joined': { member: { address: 'bob@babbage.example', name: 'Bob' }, link },
  'team-removed': {
    admin: { address: 'ada@lovelace.example', name: 'Ada' },
    company: 'Analytical Engines',
    link,
  },
  'team-handover-asked': { admin: { address: 'ada@lovelace.example', name: 'Ada' }, link },
  'team-factor-required': {
    admin: { address: 'ada@lovelace.example', name: 'Ada' },
    company: 'Analytical Engines',
    link,
  },
  'team-handed-over': { admin: { address: 'ada@lovelace.example', name: 'Ada' }, isReader: true, link },
  'team-over-seats': {
    seats: 1,
    members: 3,
    endsAt: '2026-12-10T10:00:00.000Z',
    isAdmin: true,
    hasSeat: false,
    adminAddress: 'ada@lovelace.example',
    link,
  },
})
