import type { Language } from '@waybill/contract/core/fields'

const en = {
  title: 'Report this transfer',
  lead: 'Your report goes to the operator of this service. The sender doesn’t learn who reported.',
  number: (slug: string) => `No. ${slug}`,
  legend: 'What is wrong with it?',
  reasons: {
    malware: 'A virus or other malware',
    phishing: 'Phishing or fraud',
    copyright: 'It infringes a copyright',
    illegal: 'Illegal content',
    other: 'Something else',
  },
  text: 'Details (optional)',
  email: 'Your email address, if we may ask you back (optional)',
  send: 'Send report',
  back: 'Back to the transfer',
  doneTitle: 'Thank you for your report',
  done: 'The operator decides about this transfer. Until then, don’t open files that you don’t trust.',
  refused: {
    'transfer-not-found': 'There is no such transfer, or it is closed already.',
    'invalid-recipient': 'Please check your email address.',
    limited: 'Too many reports came from your network. Please try again later.',
  },
  help: 'What happens with a report',
  write: 'You can also write to',
}

const zh: typeof en = {
  title: '举报此传输',
  lead: '您的举报会发给本服务的运营方。发件人不会知道举报人是谁。',
  number: (slug) => `编号 ${slug}`,
  legend: '存在什么问题？',
  reasons: {
    malware: '病毒或其他恶意软件',
    phishing: '钓鱼或诈骗',
    copyright: '侵犯版权',
    illegal: '违法内容',
    other: '其他问题',
  },
  text: '详细说明（选填）',
  email: '您的邮箱，方便我们联系您（选填）',
  send: '提交举报',
  back: '返回此传输',
  doneTitle: '感谢您的举报',
  done: '由运营方决定如何处理此传输。在此之前，请勿打开您不信任的文件。',
  refused: {
    'transfer-not-found': '没有这次传输，或者它已被关闭。',
    'invalid-recipient': '请检查您的邮箱地址。',
    limited: '来自您所在网络的举报过多，请稍后再试。',
  },
  help: '举报之后会怎样',
  write: '您也可以发邮件至',
}

const tables: Record<Language, typeof en> = { en, zh }
export const reportWords = (language: Language): typeof en => tables[language]
