import { anchorWords } from './anchor-words.ts'
import type { MailWords } from './en.ts'
import { evidenceWords } from './evidence-words.ts'
import { requestWords } from './request-words-zh.ts'

const files = (count: number) => `${count} 个文件`

export const zh: MailWords = {
  locale: 'zh-CN',
  number: (slug) => `编号 ${slug}`,
  total: '合计',
  andMore: (count) => `另有 ${count} 个`,
  addressVerified: (address) => `${address}，地址已验证`,
  addressNotVerified: (address) => `${address}，地址未验证`,
  whoeverHoldsLink: '持有链接的人',
  place: (city, country) => [country, city].filter(Boolean).join(' '),
  inYourTime: (time) => `您的时间 ${time}`,
  inTheirTime: (time) => `对方时间 ${time}`,
  footer: (origin) => `由 Waybill 发送，${origin}`,
  follow: { record: '查看这次传输', keep: '保存这次传输并继续跟踪' },
  mute: '不再接收此类邮件',

  senderCode: {
    subject: (code) => `您的 Waybill 验证码：${code}`,
    heading: '确认您的邮箱地址',
    validFor: (count) => `${count} 分钟内有效，仅可使用一次，且只能在请求它的浏览器中使用。`,
    purposes: {
      sending: {
        ask: '请在发送文件的页面上输入此验证码：',
        notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，就不会以您的名义发送任何内容。',
      },
      signUp: {
        ask: '请在注册页面上输入此验证码：',
        notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，就不会创建任何账户。',
      },
      newAddress: {
        ask: '请在您的账户页面上输入此验证码，此地址将成为账户的新邮箱：',
        notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，任何账户都无法使用您的邮箱。',
      },
    },
    forLink: {
      heading: '打开您的文件',
      ask: '请在传输页面上输入此验证码：',
      notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，传输就无法打开。',
    },
    forAsk: {
      heading: '联系发件人',
      ask: '请在传输页面上输入此验证码，我们会替您向发件人提出请求：',
      notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，就不会以您的名义提出任何请求。',
    },
  },

  timeAsked: {
    stamp: '请求',
    title: (who) => `${who} 请求延长时间`,
    ended: (moment) => `链接已于 ${moment} 到期`,
    explain: '文件仍在。按一下，链接即从您按下的那一刻起再有效 48 小时。',
    button: '延长 48 小时',
    ignore: '如果您不做任何操作，链接将保持过期。回复本邮件即可联系对方。',
  },

  accessAsked: {
    stamp: '请求',
    title: (who) => `${who} 请求获得自己的链接`,
    through: (whose) => `对方持有 ${whose} 的链接`,
    explain: '对方已验证此邮箱地址。按一下，即可将其加入传输，并把专属链接发给对方。',
    button: '添加对方',
    ignore: '如果您不做任何操作，对方不会获得链接。回复本邮件即可联系对方。',
  },

  timeGiven: {
    stamp: '已延长',
    title: (sender) => `${sender} 为您延长了时间`,
    until: '您的链接已重新有效，截止时间：',
    forEver: '您的链接已重新有效，并且不再过期。',
    button: '获取文件',
  },

  filesArrived: {
    subject: (sender, count) => `${sender} 给您发送了 ${files(count)}`,
    heading: (sender, count) => `${sender} 给您发送了 ${files(count)}`,
    signed: (name) => `署名：${name}`,
    button: '获取文件',
    expires: (day) => `${day}到期`,
    expiryTime: (time) => time,
    neverExpires: '永不过期',
    senderSees: '发件人可以看到您何时下载。',
    ownLink: '此链接仅供您本人使用。回复本邮件即可联系发件人。',
    unknownSender: '请只打开您认识的人发来的文件。',
  },

  filesWaiting: {
    stamp: '待下载',
    subject: (sender, count, day) => `${sender} 发给您的 ${count} 个文件将于 ${day} 过期`,
    heading: (sender, count) => `${sender} 发给您的 ${count} 个文件尚未下载`,
    once: '我们只提醒您这一次。',
  },

  downloadsFinished: {
    subject: (who, count) => `${who} 已下载 ${files(count)}`,
    heading: (who, count) => `${who} 已收到全部 ${files(count)}`,
    stamp: '已送达',
    from: '下载地点',
    unknownPlace: '未知地点',
  },

  downloadStopped: {
    stamp: '中途停止',
    subject: (who) => `${who} 的下载中途停止`,
    heading: (who, finished, count) => `${who} 已收到 ${finished} / ${files(count)}`,
    explain: (delivered, total) =>
      `已送达 ${delivered}，共 ${total}，之后一小时没有进展。链接仍然有效，可从中断处继续。`,
    explainUnread: (total) =>
      `内容已全部到达（${total}），但连接中断时还不能确定是否已被读取。对方重新下载后才算完成，链接仍然有效。`,
    lastByte: '最后一次传输',
    delivered: (delivered, total) => `${delivered} / ${total}`,
  },

  transferOpened: {
    stamp: '已打开',
    title: (who, count) => (count === 1 ? `${who} 打开了您的传输` : `${count} 人打开了您的传输`),
    unknownPlace: '未知地点',
    unknownDevice: '未知设备',
    explain: '页面已被打开。全部文件送达后，我们会再次发邮件告诉您。',
  },

  evidence: evidenceWords.zh,

  downloadsListed: {
    stamp: '已下载',
    subject: (count, slug) => `编号 ${slug} 有 ${count} 次下载`,
    title: (count) => `${count} 次新下载`,
    zip: (count) => `${count} 个文件（ZIP 压缩包）`,
    by: (who, isAgain) => (isAgain ? `${who}，再次下载` : who),
    unknownPlace: '未知地点',
  },

  notFetched: {
    stamp: '尚未领取',
    who: (who, count) => {
      if (who === null) return '还没有人领取您的文件'
      return count === 1 ? `${who} 尚未领取您的文件` : `${count} 人尚未领取您的文件`
    },
    days: (count) => `${count} 天`,
    subject: (who, days) => `${who}，${days}后到期`,
    expires: (moment) => `${moment} 到期`,
    opened: '已打开页面',
    notOpened: '未打开页面',
    sendAgain: '您可以再次发送链接，或延长有效期。',
    write: '请趁链接仍有效时联系对方。',
    button: '再次发送',
  },

  ...requestWords,

  digest: {
    title: (count) => `${count} 个传输有新动态`,
    files: (first, count) => (count > 1 ? `${first} 等 ${files(count)}` : first),
    between: '，',
    opened: '已打开',
    finished: (count) => `已下载 ${files(count)}`,
    again: '再次下载',
    stalled: '中途停止',
    moreTransfers: (count) => `另有 ${count} 个传输`,
    button: '查看您的传输',
  },

  fileWithdrawn: {
    subject: (name) => `文件已撤回：${name}`,
    heading: '一个文件已撤回',
    explain: '该文件现在的存储内容与您的浏览器发送的内容不一致。为避免他人收到损坏的副本，该文件已不能下载。',
    next: '请重新发送此文件。其他文件不受影响。',
    blocked: {
      explain: '本服务的运营方已屏蔽此文件的内容。该文件已不能下载，也不能再次发送。',
      next: '其他文件不受影响。如果您认为有误，请联系运营方。',
    },
    again: '重新发送',
    open: '打开收件请求',
  },

  newSignIn: {
    subject: '您的账户有新的登录',
    heading: '您的账户在一个新的浏览器中登录了',
    wasYou: '如果是您本人操作，则无需处理。',
    notYou: '如果不是，请设置新密码：所有浏览器都将退出登录。',
    button: '设置新密码',
  },

  sessionReused: {
    subject: '一个登录会话已被结束',
    heading: '我们已让一个浏览器退出登录',
    explain: '保持其登录状态的密钥被使用了两次，这通常说明有人复制了它。该密钥现已失效，请重新登录。',
    notYou: '如果您怀疑有人接触过您的浏览器，请设置新密码：所有浏览器都将退出登录。',
    button: '设置新密码',
  },

  passwordReset: {
    subject: '设置新密码',
    heading: '设置新密码',
    explain: '有人为使用此邮箱地址的账户请求了新密码。',
    button: '设置新密码',
    validFor: (count) => `链接在 ${count} 分钟内有效，仅可使用一次。使用后，所有浏览器都将退出登录。`,
    notYou: '如果不是您请求的，请忽略此邮件：您的密码不会改变。',
  },

  passwordChanged: {
    subject: '您的密码已更改',
    heading: '您的密码已更改',
    explain: '其他已登录您账户的浏览器均已退出登录。',
    notYou: '如果不是您本人操作，请立即设置新密码。',
    button: '设置新密码',
  },

  factorChanged: {
    heading: {
      'totp-on': '您的账户已启用身份验证器应用',
      'totp-off': '您的账户已停用身份验证器应用',
      'passkey-added': '您的账户已添加一个通行密钥',
      'passkey-removed': '您的账户已移除一个通行密钥',
    },
    passkey: (name) => `通行密钥：${name}`,
    on: '今后登录时，除密码外还需要使用它。',
    off: '登录时不再需要它。',
    notYou: '如果不是您本人操作，请在 72 小时内撤销：所有人都会退出登录，您可以设置新密码。',
    button: '撤销更改',
  },

  anchorMade: anchorWords.zh,
  webhookPaused: {
    heading: '您账户的一个 Webhook 已暂停',
    gone: '接收端回答它已永久失效（410）。',
    failing: '我们反复尝试了一整天，它都没有接收任何内容。',
    resume: '此后发生的事不再发送到那里。接收端恢复后，请重新启用它。',
    button: '查看您的 Webhook',
  },

  emailChanged: {
    subject: '您账户的邮箱地址已更改',
    heading: '您账户的邮箱地址已更改',
    explain: (address) => `${address} 不再是您 Waybill 账户的邮箱地址。今后请使用新地址登录。`,
    notYou: '如果不是您本人操作，请在 72 小时内撤销：此地址将重新成为您的账户邮箱，其他人都会退出登录。',
    button: '撤销更改',
    orWrite: (support) => `如需帮助，请联系 ${support}。`,
  },

  accountDeleted: {
    subject: '您的账户已删除',
    heading: '您的账户已删除',
    explain: (address) => `${address} 的 Waybill 账户已不存在。其链接均已失效，文件正在删除。`,
    notYou: (support) => `如果不是您本人操作，请立即联系 ${support}。`,
  },

  mutePage: {
    title: {
      transfer: '不再接收此传输的邮件',
      digest: '不再接收每日邮件',
      asker: '不再接收此人的请求',
      reminders: '不再接收提醒',
    },
    explain: {
      transfer: '此后我们不再发邮件告诉您谁打开或下载了它。传输本身不受影响。',
      digest: '此后我们不再每天早上发邮件告诉您传输的动态。',
      asker: '此后我们不再告诉您此人对该传输提出的请求。传输本身不受影响。',
      reminders: '此后无论谁给您发送文件，我们都不再提醒您。新文件仍会照常送达，链接不受影响。',
    },
    button: '不再接收此类邮件',
    done: '您不会再收到此类邮件',
  },

  mailbox: {
    title: '邮箱',
    explain: '未设置邮件服务器，因此邮件保存在此处，不会发送出去。只有本机可以查看。',
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
