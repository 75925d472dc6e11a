/** Times, and the mail about a scheduled transfer that was not sent. */
const en = {
  inYourTime: (time: string) => `${time} your time`,
  inTheirTime: (time: string) => `${time} their time`,
  notSent: {
    stamp: 'Not sent',
    subject: 'Your scheduled transfer was not sent',
    when: (day: string, time: string, zone: string) => `It was due on ${day} at ${time} (${zone}).`,
    reasons: {
      'account-suspended': 'Your account is suspended.',
      'subscription-due': 'A payment for your subscription is due.',
      'seat-lost': 'You no longer have a seat in your team.',
      'storage-full': 'Your files take up more storage than your plan has.',
      'over-transfer-limit': 'It is larger than your plan allows now.',
      'too-many-files': 'It has more files than your plan allows now.',
      'too-many-recipients': 'It has more recipients than your plan allows now.',
      'expiry-reserved': 'It stays open for longer than your plan allows now.',
      'message-holds-link':
        'Its title, its message or a file name contains a link, which your plan does not allow now.',
      'sending-paused':
        'You can’t email more people at the moment: your account is new and has reached its limit for a day, or sending is paused for your address.',
      'too-many-mails':
        'You had sent as many emails as you can in a day, or as many as one of the recipients can get from you in a short time.',
      'file-not-found': 'None of its files can be downloaded any more.',
    } as Record<string, string>,
    unknown: 'Something in it is not allowed any more.',
    next: 'Nobody has been emailed. The files are still there: once this is solved, open the transfer and choose “Send now” or another time.',
    button: 'Open the transfer',
  },
}

const zh: typeof en = {
  inYourTime: (time) => `您的时间：${time}`,
  inTheirTime: (time) => `对方时间：${time}`,
  notSent: {
    stamp: '未发送',
    subject: '您的定时传输未能发送',
    when: (day, time, zone) => `原定于 ${day} ${time} 发送（${zone}）。`,
    reasons: {
      'account-suspended': '您的账户已被停用。',
      'subscription-due': '您的订阅有一笔款项待支付。',
      'seat-lost': '您在团队中已没有席位。',
      'storage-full': '您的文件超出了当前方案的存储空间。',
      'over-transfer-limit': '大小超出了当前方案的上限。',
      'too-many-files': '文件数量超出了当前方案的上限。',
      'too-many-recipients': '收件人数量超出了当前方案的上限。',
      'expiry-reserved': '有效期超出了当前方案的上限。',
      'message-holds-link': '标题、留言或文件名中包含链接，当前方案不支持。',
      'sending-paused': '您暂时不能再给他人发邮件：新账户当天的数量已用完，或您的邮箱已暂停发送。',
      'too-many-mails': '您当天可发送的邮件数量已用完，或短时间内发给其中某位收件人的邮件过多。',
      'file-not-found': '其中的文件都已无法下载。',
    },
    unknown: '其中有内容已不再允许发送。',
    next: '没有任何人收到邮件，文件仍然保留。解决之后，请打开这次传输，选择“立即发送”或更改时间。',
    button: '打开传输',
  },
}

export const scheduleWords = { en, zh }
