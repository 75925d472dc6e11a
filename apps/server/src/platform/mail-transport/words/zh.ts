import { abuseWords } from './abuse-words.ts'
import { accountWords } from './account-words.ts'
import { anchorWords } from './anchor-words.ts'
import { arrivalWords } from './arrival-words.ts'
import { conversationWords } from './conversation-words.ts'
import { domainWords } from './domain-words.ts'
import type { MailWords } from './en.ts'
import { evidenceWords } from './evidence-words.ts'
import { mailDomainWords } from './mail-domain-words.ts'
import { markWords } from './mark-words.ts'
import { muteWords } from './mute-words.ts'
import { paymentWordsZh } from './payment-words-zh.ts'
import { requestWords } from './request-words-zh.ts'
import { scheduleWords } from './schedule-words.ts'
import { teamWords } from './team-words.ts'

const files = (count: number) => `${count} 个文件`

export const zh: MailWords = {
  locale: 'zh-CN',
  number: (slug) => `编号 ${slug}`,
  total: '合计',
  andMore: (count) => `另有 ${count} 个`,
  addressVerified: (address) => `${address}，邮箱已验证`,
  addressNotVerified: (address) => `${address}，邮箱未验证`,
  whoeverHoldsLink: '持有链接的人',
  place: (city, country) => [country, city].filter(Boolean).join(' '),
  footer: (origin) => `由 Waybill 发送：${origin}`,
  sentWith: (origin) => `通过 Waybill 发送：${origin}`,
  follow: {
    record: '查看这次传输',
    keep: '保存并继续跟踪',
    keepShows: '用此邮箱注册，即可保存这次传输，并查看谁打开和下载了它。',
  },
  mute: '不再接收此类邮件',
  ...markWords.zh,
  ...abuseWords.zh,
  ...teamWords.zh,
  ...arrivalWords.zh,
  ...scheduleWords.zh,
  ...conversationWords.zh,
  ...domainWords.zh,
  ...mailDomainWords.zh,
  ...accountWords.zh,

  senderCode: {
    subject: (code) => `您的 Waybill 验证码：${code}`,
    heading: '确认您的邮箱',
    validFor: (count) => `${count} 分钟内有效，只能在请求验证码的浏览器中使用一次。`,
    purposes: {
      sending: {
        ask: '请在发送文件的页面上输入此验证码：',
        notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，无法以您的名义发送任何内容。',
      },
      signUp: {
        ask: '请在注册页面上输入此验证码：',
        notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，无法创建账户。',
      },
      newAddress: {
        ask: '请在账户页面上输入此验证码，将此邮箱设为账户的新邮箱：',
        notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，任何账户都无法使用您的邮箱。',
      },
    },
    forLink: {
      heading: '打开您的文件',
      ask: '请在传输页面上输入此验证码：',
      notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，无法打开传输。',
    },
    forAccessRequest: {
      heading: '联系发件人',
      ask: '请在传输页面上输入此验证码，我们会替您向发件人提出请求：',
      notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，无法以您的名义提出请求。',
    },
  },

  extensionRequested: {
    stamp: '请求',
    title: (who) => `${who} 请求延长有效期`,
    ended: (moment) => `链接已于 ${moment}过期`,
    explain: '文件仍在。点击后，链接从点击时起再有效 48 小时。',
    button: '延长 48 小时',
    ignore: '如果您不操作，链接仍为过期状态。回复此邮件即可联系对方。',
  },

  accessRequested: {
    stamp: '请求',
    title: (who) => `${who} 请求专属链接`,
    through: (whose) => `对方持有 ${whose} 的链接`,
    explain: '对方已验证此邮箱。点击后，对方将加入这次传输，并收到专属链接。',
    button: '添加对方',
    ignore: '如果您不操作，对方不会收到链接。回复此邮件即可联系对方。',
  },

  extensionGranted: {
    stamp: '已延长',
    title: (sender) => `${sender} 为您延长了有效期`,
    until: '您的链接已恢复，到期时间：',
    forEver: '您的链接已恢复，永久有效。',
    button: '下载文件',
  },

  filesArrived: {
    subject: (sender, count) => `${sender} 给您发送了 ${files(count)}`,
    subjectTitled: (sender, title) => `${sender} 给您发送了“${title}”`,
    heading: (sender, count) => `${sender} 给您发送了 ${files(count)}`,
    locked: '文件有密码保护，密码由发件人告诉您。',
    signed: (name) => `署名：${name}`,
    button: '下载文件',
    expires: (day, time) => `${day} ${time}到期`,
    neverExpires: '永久有效',
    senderSees: '发件人可以看到您何时下载。',
    ownLink: '此链接仅供您本人使用。回复此邮件即可联系发件人。',
    unknownSender: '请只打开您认识的人发来的文件。',
  },

  filesWaiting: {
    stamp: '待下载',
    subject: (sender, count, day) => `${sender} 发给您的 ${count} 个文件将于 ${day}到期`,
    heading: (sender, count) => `${sender} 发给您的 ${count} 个文件尚未下载`,
    once: '我们只提醒一次。',
  },

  downloadsFinished: {
    subject: (who, count) => `${who} 已下载 ${files(count)}`,
    heading: (who, count) => `${who} 已收到全部 ${files(count)}`,
    stamp: '已送达',
    from: (places) => `下载地点：${places.join('；')}`,
    shows: '传输页面列出每个文件的下载时间，并提供收据。',
    unknownPlace: '未知地点',
  },

  downloadStopped: {
    stamp: '停滞',
    subject: (who) => `${who} 的下载停滞`,
    heading: (who, finished, count) => `${who} 已收到 ${finished} / ${files(count)}`,
    explain: (delivered, total) =>
      `已到达 ${delivered}，共 ${total}，之后 1 小时没有进展。链接仍然有效，可从中断处继续。`,
    explainUnread: (total) =>
      `内容已全部到达（${total}），但连接中断时，还不能确定对方是否已读取。对方重新下载后才算完成，链接仍然有效。`,
    lastByte: '最后到达',
    shows: '传输页面列出每个文件的到达进度，也可以重新发送链接。',
    delivered: (delivered, total) => `${delivered} / ${total}`,
  },

  transferOpened: {
    stamp: '已打开',
    title: (who, count) => (count === 1 ? `${who} 打开了您的传输` : `${count} 人打开了您的传输`),
    unknownPlace: '未知地点',
    unknownDevice: '未知设备',
    explain: '有人打开了页面。全部文件送达后，我们会再发邮件告诉您。',
    shows: '传输页面列出谁打开过，以及各自已下载的内容。',
  },

  evidence: evidenceWords.zh,

  downloadsListed: {
    stamp: '已下载',
    subject: (count, slug) => `编号 ${slug} 有 ${count} 次下载`,
    title: (count) => `${count} 次新下载`,
    zip: (count) => `${count} 个文件（ZIP 压缩包）`,
    by: (who, isAgain) => (isAgain ? `${who}，再次下载` : who),
    shows: '传输页面列出谁已下载，谁还没有下载。',
    unknownPlace: '未知地点',
  },

  notFetched: {
    stamp: '尚未下载',
    who: (who, count) => {
      if (who === null) return '还没有人下载您的文件'
      return count === 1 ? `${who} 尚未下载您的文件` : `${count} 人尚未下载您的文件`
    },
    days: (count) => `${count} 天`,
    subject: (who, days) => `${who}，${days}后到期`,
    expires: (moment) => `${moment}到期`,
    opened: '已打开页面',
    notOpened: '未打开页面',
    sendAgain: '您可以重新发送链接，或延长有效期。',
    write: '请趁链接仍有效时联系对方。',
    button: '重新发送',
  },

  ...requestWords,

  payments: paymentWordsZh,

  digest: {
    title: (count) => `${count} 次传输有新动态`,
    files: (first, count) => (count > 1 ? `${first} 等 ${files(count)}` : first),
    between: '，',
    opened: '已打开',
    finished: (count) => `已下载 ${files(count)}`,
    again: '再次下载',
    stalled: '停滞',
    moreTransfers: (count) => `另有 ${count} 次传输`,
    button: '查看您的传输',
  },

  fileWithdrawn: {
    subject: (name) => `文件已撤下：${name}`,
    heading: '一个文件已撤下',
    explain: '文件的存储内容与您的浏览器发送的内容不一致。为避免他人收到损坏的文件，此文件已不能下载。',
    next: '请重新发送此文件。其他文件不受影响。',
    blocked: {
      explain: '本服务的运营方已屏蔽此文件的内容，不能下载，也不能再次发送。',
      next: '其他文件不受影响。如果您认为有误，请联系运营方。',
    },
    ...abuseWords.zh.infectedFile,
    again: '重新发送',
    open: '打开文件请求',
  },

  newSignIn: {
    subject: '您的账户有新的登录',
    heading: '您的账户在新的浏览器中登录',
    wasYou: '如果是您本人操作，无需处理。',
    notYou: '如果不是，请设置新密码：所有浏览器都将退出登录。',
    button: '设置新密码',
  },

  sessionReused: {
    subject: '一个浏览器已退出登录',
    heading: '我们已让一个浏览器退出登录',
    explain: '保持登录状态的密钥使用了两次，这通常说明有人复制了密钥。密钥现已失效，请重新登录。',
    notYou: '如果您怀疑有人使用过您的浏览器，请设置新密码：所有浏览器都将退出登录。',
    button: '设置新密码',
  },

  passwordReset: {
    subject: '设置新密码',
    explain: '有人请求为此邮箱的账户设置新密码。',
    button: '设置新密码',
    validFor: (count) => `链接在 ${count} 分钟内有效，只能使用一次。使用后，所有浏览器都将退出登录。`,
    notYou: '如果不是您请求的，请忽略此邮件，您的密码不会改变。',
  },

  passwordChanged: {
    subject: '您的密码已更改',
    explain: '其他浏览器均已退出登录。',
    notYou: '如果不是您本人操作，请立即设置新密码。',
    button: '设置新密码',
  },

  factorChanged: {
    heading: {
      'totp-on': '您的账户已启用身份验证器应用',
      'totp-off': '您的账户已停用身份验证器应用',
      'passkey-added': '您的账户已添加一个通行密钥',
      'passkey-removed': '您的账户已移除一个通行密钥',
      'key-made': '您的账户已创建一个 API 密钥',
    },
    passkey: (name) => `通行密钥：${name}`,
    key: (name) => `密钥：${name}`,
    acts: '持有该密钥的程序可以在其权限范围内代您操作。',
    on: '今后登录时，输入密码后还需要两步验证。',
    off: '登录时不再需要使用。',
    notYou: '如果不是您本人操作，请在 72 小时内撤销：所有浏览器都会退出登录，您可以设置新密码。',
    button: '撤销更改',
  },

  anchorMade: anchorWords.zh,
  webhookPaused: {
    heading: '您账户的一个 Webhook 已暂停',
    gone: '接收端返回 410，表示已永久失效。',
    failing: '我们重试了一整天，接收端都没有接收。',
    resume: '此后的事件不再发送。接收端恢复正常后，请恢复 Webhook。',
    button: '查看您的 Webhook',
  },

  mutePage: muteWords.zh,

  mailbox: {
    title: '邮箱',
    explain: '未设置邮件服务器，邮件保存在此处，不会发送。只有本机可以查看。',
    empty: '还没有邮件。发送文件后，邮件会显示在这里。',
    pick: '请选择一封邮件。',
    from: '发件人',
    to: '收件人',
    replyTo: '回复至',
    date: '日期',
    plainText: '纯文本',
    older: (count) => `另有 ${count} 封较早的邮件未列出。`,
  },
}
