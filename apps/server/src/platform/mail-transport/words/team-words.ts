const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const en = {
  teamInvite: {
    subject: (address: string) => `${address} invites you to their team on Waybill`,
    means:
      'If you join, you send and request files on the team’s plan, and everything you make belongs to the team. If you already have a free account with this address, what it holds moves into the team with you.',
    role: {
      member: 'You join as a member.',
      manager: 'You join as a manager.',
    },
    button: 'View invitation',
    validFor: (count: number) => `The invitation works once, for ${days(count)}, and only for this email address.`,
    notYou: 'If you don’t know the sender, ignore this email. Nothing happens without you.',
  },
  teamJoined: {
    subject: (address: string) => `${address} joined your team`,
    means: 'They use one of your seats and share the team’s storage.',
    button: 'View your team',
  },
  teamRemoved: {
    subject: 'You were removed from your team',
    by: (address: string) => `${address}, the admin of the team, removed your account.`,
    means:
      'What you sent, stored and requested stays with the team with your contacts, and its links keep working. What you were sending stopped, and your webhooks ended. Your account is now a free account of your own. You were signed out everywhere; sign in with the same password.',
    button: 'Sign in',
  },
  transferShared: {
    subject: (address: string) => `${address} shared a transfer with you`,
    more: (count: number) => (count === 1 ? 'and 1 more file' : `and ${count} more files`),
    means:
      'You can see who opened and downloaded it, and get its receipts. Only the sender and the admin of the team can change it.',
    button: 'View transfer',
  },
  requestShared: {
    subject: (address: string) => `${address} shared a request with you`,
    subjectAssigned: 'A request was assigned to you',
    by: (address: string) => `Created by ${address}`,
    means:
      'You can see who sent what and download it. Only the person who created the request and the admin of the team can change it.',
    meansAssigned:
      'You can see who sent what and download it, and we’ll notify you of new submissions. Only the person who created the request and the admin of the team can change it.',
    button: 'View request',
  },
  teamHandoverAsked: {
    subject: 'You are asked to become the admin of your team',
    means:
      'The admin manages the members and the plan. If you agree, you change places: the current admin becomes a manager. The card on file goes on paying until you change it under Billing.',
    button: 'Answer in your account',
    ignore: 'If you do nothing, nothing changes.',
  },
  teamHandedOver: {
    subjectNew: 'You are now the admin of your team',
    subjectOld: (address: string) => `${address} is now the admin of your team`,
    meansNew:
      'You manage the members and the plan. The admin before you is now a manager. The card on file goes on paying until you change it under Billing.',
    meansOld:
      'They manage the members and the plan. You are now a manager. The card on file goes on paying until they change it; you can no longer change it yourself.',
    buttonNew: 'View your team',
    buttonOld: 'View your account',
  },
  teamFactorRequired: {
    subject: 'Your team now requires a second factor',
    by: (address: string) =>
      `${address}, the admin of your team, requires everyone to confirm each login with a passkey or an authenticator app.`,
    means:
      'Your account has neither yet. Until you set one up, you can’t use your account. Links that you have sent keep working, and what you are sending now goes on.',
    button: 'Set it up',
  },
  teamOverSeats: {
    subject: 'Your team has more members than seats',
    counts: (members: number, seats: number) =>
      `The team has ${members === 1 ? '1 member' : `${members} members`} besides its admin, and its plan has ${seats === 1 ? '1 seat' : `${seats} seats`}.`,
    admin: (until: string) =>
      `Nobody is removed. Until ${until}, all of them can send. After that, the members who joined last can’t, until you remove members or choose a larger plan. Nobody can join while there are more members than seats.`,
    member: (until: string, address: string) =>
      `The plan now has fewer seats than the team has members, and those who joined last have none. You can send until ${until}. Ask ${address}, the admin of your team, for a seat. Your transfers and files stay, and links keep working.`,
    seated: (until: string, address: string) =>
      `The plan now has fewer seats than the team has members. You have a seat, so nothing changes for you. The members who joined last can send until ${until}. ${address}, the admin of your team, can remove members or choose a larger plan before that. Everyone’s transfers and files stay, and links keep working.`,
    buttonAdmin: 'See plans',
    buttonMember: 'View your transfers',
  },
}

const zh: typeof en = {
  teamInvite: {
    subject: (address) => `${address} 邀请您加入其 Waybill 团队`,
    means:
      '加入后，您将使用团队的方案发送和收集文件，您创建的内容归团队所有。如果您已用此地址注册免费账户，其中的内容将随您一起移入团队。',
    role: { member: '您将以成员身份加入。', manager: '您将以经理身份加入。' },
    button: '查看邀请',
    validFor: (count) => `此邀请仅可使用一次，${count} 天内有效，且仅限此邮箱地址。`,
    notYou: '如果您不认识发件人，请忽略此邮件。未经您操作，不会发生任何更改。',
  },
  teamJoined: {
    subject: (address) => `${address} 已加入您的团队`,
    means: '对方占用一个席位，并共享团队的存储空间。',
    button: '查看团队',
  },
  teamRemoved: {
    subject: '您已被移出团队',
    by: (address) => `团队管理员 ${address} 已将您的账户移出。`,
    means:
      '您发送、存储和收集的内容以及联系人留在团队中，链接继续有效。正在发送的内容已中止，您的 Webhook 已失效。您的账户现在是您自己的免费账户。您已在所有设备上退出登录，请使用原密码登录。',
    button: '登录',
  },
  transferShared: {
    subject: (address) => `${address} 与您共享了一次传输`,
    more: (count) => `等另外 ${count} 个文件`,
    means: '您可以查看谁打开和下载了文件，并下载送达回执。只有发件人和团队管理员可以修改。',
    button: '查看传输',
  },
  requestShared: {
    subject: (address) => `${address} 与您共享了一个文件请求`,
    subjectAssigned: '有一个文件请求由您负责',
    by: (address) => `由 ${address} 创建`,
    means: '您可以查看谁提交了什么，并下载文件。只有请求的创建者和团队管理员可以修改。',
    meansAssigned:
      '您可以查看谁提交了什么，并下载文件；有新的提交时，我们会通知您。只有请求的创建者和团队管理员可以修改。',
    button: '查看请求',
  },
  teamHandoverAsked: {
    subject: '管理员请您接任团队管理员',
    means:
      '管理员负责管理成员和方案。如果您同意，双方将互换：现任管理员变为经理。在您到“账单”中更换银行卡之前，方案仍从现有银行卡扣款。',
    button: '在账户中答复',
    ignore: '如果您不操作，则不会有任何更改。',
  },
  teamHandedOver: {
    subjectNew: '您现在是团队管理员',
    subjectOld: (address) => `${address} 现在是团队管理员`,
    meansNew: '由您管理成员和方案。前任管理员现在是经理。在您到“账单”中更换银行卡之前，方案仍从现有银行卡扣款。',
    meansOld: '由对方管理成员和方案。您现在是经理。在对方更换银行卡之前，方案仍从现有银行卡扣款，您将无法再更改。',
    buttonNew: '查看团队',
    buttonOld: '查看账户',
  },
  teamFactorRequired: {
    subject: '您的团队现在要求两步验证',
    by: (address) => `团队管理员 ${address} 要求所有成员登录时使用通行密钥或身份验证器应用完成两步验证。`,
    means: '您的账户尚未设置。设置完成之前，您无法使用账户。您已发送的链接继续有效，正在发送的内容会继续上传。',
    button: '立即设置',
  },
  teamOverSeats: {
    subject: '团队成员数超过席位数',
    counts: (members, seats) => `除管理员外，团队有 ${members} 名成员，而方案有 ${seats} 个席位。`,
    admin: (until) =>
      `不会移除任何人。在 ${until} 之前，所有成员都可以发送。此后，最后加入的成员将无法发送，直到您移除成员或选择更大的方案。成员数超过席位数期间无法添加成员。`,
    member: (until, address) =>
      `方案的席位数现已少于成员数，最后加入的成员没有席位。您可以发送至 ${until}。请联系团队管理员 ${address} 安排席位。您的传输和文件会保留，链接继续有效。`,
    seated: (until, address) =>
      `方案的席位数现已少于成员数。您有席位，不受影响。最后加入的成员可以发送至 ${until}；团队管理员 ${address} 可以在此之前移除成员或选择更大的方案。所有人的传输和文件都会保留，链接继续有效。`,
    buttonAdmin: '查看方案',
    buttonMember: '查看您的传输',
  },
}

/** The mails of a team. */
export const teamWords = { en, zh }
