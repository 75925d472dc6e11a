import type { MailWords } from './en.ts'

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

  senderCode: {
    subject: (code) => `您的 Waybill 验证码：${code}`,
    heading: '确认您的邮箱地址',
    ask: '请在发送文件的页面上输入此验证码：',
    validFor: (count) => `${count} 分钟内有效，仅可使用一次，且只能在请求它的浏览器中使用。`,
    notYou: '如果您没有请求验证码，请忽略此邮件：没有验证码，就不会以您的名义发送任何内容。',
  },

  filesArrived: {
    subject: (sender, count) => `${sender} 给您发送了 ${files(count)}`,
    heading: (sender, count) => `${sender} 给您发送了 ${files(count)}`,
    button: '获取文件',
    expires: (day) => `${day}到期`,
    expiryTime: (time) => time,
    neverExpires: '永不过期',
    senderSees: '发件人可以看到您何时下载。',
    ownLink: '此链接仅供您本人使用。回复本邮件即可联系发件人。',
    unknownSender: '请只打开您认识的人发来的文件。',
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
    lastByte: '最后一次传输',
    delivered: (delivered, total) => `${delivered} / ${total}`,
    notFinished: '未完成',
  },

  fileWithdrawn: {
    subject: (name) => `文件已撤回：${name}`,
    heading: '一个文件已撤回',
    explain: '该文件的存储内容与您的浏览器发送的内容不一致。为避免他人收到损坏的副本，该文件已不能下载。',
    next: '请重新发送此文件。其他文件不受影响。',
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
