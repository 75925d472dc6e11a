import type { Language } from '@waybill/contract/core/fields'
import type { ProductName } from './product-words.ts'

export interface HomeFigures {
  anonSends: string
  anonSize: string
  freeStorage: string
  personalSize: string
  proSize: string
  businessSize: string
  /** US$ a month, of the cheapest plan paid by the year. */
  fromPrice: string
}

interface HomeWords {
  title: string
  description: string
  headline: string
  lead: string
  send: string
  needsScript: string
  /** The ways that work without scripts: the first words of each. */
  unscripted: { product: string; help: string; mail: string }
  different: string
  /** Shown with the example of each product page. */
  differences: readonly { of: ProductName; title: string; text: string }[]
  features: string
  questions: string
  faq: Record<
    'account' | 'size' | 'expiry' | 'downloaded' | 'link' | 'china' | 'price',
    { ask: string; answer: (figures: HomeFigures) => string }
  >
  encrypted: { ask: string; answer: string }
  regions: { ask: string; answer: string }
  boxTitle: string
  signUp: string
  prices: string
}

const en: HomeWords = {
  title: 'Waybill: send it, know it arrived',
  description:
    'Send large files by email, even over a poor connection. See who opened them and what they downloaded, when and where.',
  headline: 'Send it. Know it arrived.',
  lead: 'Send large files by email, even over a poor connection. See who opened them and what they downloaded, when and where.',
  send: 'Send a file',
  needsScript: 'To send files from this page, turn on JavaScript in your browser. Links you receive work without it.',
  unscripted: {
    product: 'See what Waybill does',
    help: 'Read the help',
    mail: 'Ask us to request your files by email:',
  },
  different: 'What makes it different',
  differences: [
    {
      of: 'dashboard-analytics',
      title: 'It tells you what became of it',
      text: 'Each transfer has a log of its visits: who opened it, what they downloaded, where and when. Mail scanners and link previews are listed apart, and a download counts when its bytes have arrived.',
    },
    {
      of: 'document-receipts',
      title: 'It can be shown to others',
      text: 'For each recipient there is a signed receipt. Anybody can check it in a browser, also when your word and theirs differ.',
    },
    {
      of: 'supplier-document-tracking',
      title: 'It works in the other direction too',
      text: 'Ask others for files with a checklist and a deadline. They upload without an account; those who are missing something are reminded.',
    },
  ],
  features: 'What you can do with it',
  questions: 'Questions',
  faq: {
    account: {
      ask: 'Do I need an account?',
      answer: ({ anonSends }) =>
        `Recipients and suppliers never do. To send without one, confirm your address with a code; you have ${anonSends} free sends.`,
    },
    size: {
      ask: 'How large can a transfer be?',
      answer: ({ anonSize, personalSize, proSize, businessSize }) =>
        `${anonSize} without an account and on the free plan, ${personalSize} on Personal, ${proSize} on Pro and ${businessSize} on Business.`,
    },
    expiry: {
      ask: 'How long can files be downloaded?',
      answer: () =>
        'One week, and on paid plans up to a year or for good. After that, recipients can ask for more time on the page of the link, and the sender grants it with one press.',
    },
    downloaded: {
      ask: 'What does “downloaded” mean here?',
      answer: () =>
        'That the recipient’s device has acknowledged the bytes of the whole file. A click, an opened mail or a visit by a scanner does not count.',
    },
    link: {
      ask: 'Who can open a link?',
      answer: () =>
        'Each recipient of a mail has a link of their own. You can add a password, and you can withdraw a file or delete the transfer at any time.',
    },
    china: {
      ask: 'Does it work in China?',
      answer: () =>
        'Pages for sending and receiving load no fonts, scripts or maps from other companies, so nothing that is blocked or slow there can hold them up. Interrupted uploads and downloads continue. Pages and mails are in English and Chinese.',
    },
    price: {
      ask: 'What does it cost?',
      answer: ({ freeStorage, fromPrice }) =>
        `The free plan costs nothing and has ${freeStorage} of storage. Paid plans start at US$${fromPrice} a month, paid by the year.`,
    },
  },
  regions: {
    ask: 'Where are files stored?',
    answer:
      'In global data centers. The admin of a workspace chooses the region; what you send without an account goes to the nearest one.',
  },
  encrypted: { ask: 'Are files encrypted?', answer: 'New files are stored encrypted with AES-256.' },
  boxTitle: 'Start with an account',
  signUp: 'Sign up',
  prices: 'See the plans',
}

const zh: HomeWords = {
  title: 'Waybill：发出去，也知道它到了',
  description: '用邮件发送大文件，网络不稳也能接着传。谁打开了、下载了什么，何时何地，一目了然。',
  headline: '发出去，也知道它到了。',
  lead: '用邮件发送大文件，网络不稳也能接着传。谁打开了、下载了什么，何时何地，一目了然。',
  send: '发送文件',
  needsScript: '要在此页面发送文件，请在浏览器中启用 JavaScript。您收到的链接无需它也能打开。',
  unscripted: { product: '了解 Waybill 的功能', help: '查看帮助', mail: '也可以发邮件，请我们向您请求文件：' },
  different: '有何不同',
  differences: [
    {
      of: 'dashboard-analytics',
      title: '告诉您后来怎样',
      text: '每次传输都有访问记录：谁打开了、下载了什么、何时何地。邮件扫描和链接预览单独列出；字节真正送达，才算一次下载。',
    },
    {
      of: 'document-receipts',
      title: '可以出示给他人',
      text: '每位收件人都有一份签名回执。双方说法不一时，任何人都能在浏览器里核验。',
    },
    {
      of: 'supplier-document-tracking',
      title: '反过来也能用',
      text: '列出清单和截止时间，向他人索要文件。对方无需账户即可上传；缺少文件的会收到提醒。',
    },
  ],
  features: '您可以用它做什么',
  questions: '常见问题',
  faq: {
    account: {
      ask: '需要注册账户吗？',
      answer: ({ anonSends }) =>
        `收件人和供应商都不需要。不注册也能发送：用验证码确认您的邮箱即可，可免费发送 ${anonSends} 次。`,
    },
    size: {
      ask: '一次传输最大多少？',
      answer: ({ anonSize, personalSize, proSize, businessSize }) =>
        `未注册和免费版 ${anonSize}，个人版 ${personalSize}，专业版 ${proSize}，商务版 ${businessSize}。`,
    },
    expiry: {
      ask: '文件可以下载多久？',
      answer: () =>
        '一周；付费方案可延长到一年或永久有效。过期后，收件人可以在链接页面申请延长，发件人点击一次即可同意。',
    },
    downloaded: {
      ask: '这里的“已下载”是什么意思？',
      answer: () => '收件人的设备确认收到整个文件的字节。点击链接、打开邮件、扫描程序的访问，都不算。',
    },
    link: {
      ask: '谁能打开链接？',
      answer: () => '每位邮件收件人都有专属链接。您可以加密码，也可以随时撤下文件或删除传输。',
    },
    china: {
      ask: '在中国能用吗？',
      answer: () =>
        '发送和接收页面不从其他公司加载字体、脚本或地图，不会因为某个网站被屏蔽或太慢而卡住。上传和下载中断后可以继续。页面和邮件有英文和中文。',
    },
    price: {
      ask: '费用是多少？',
      answer: ({ freeStorage, fromPrice }) =>
        `免费版不收费，含 ${freeStorage} 存储空间。付费方案按年付费，折合每月 US$${fromPrice} 起。`,
    },
  },
  regions: {
    ask: '文件存放在哪里？',
    answer: '存放在全球数据中心。工作区的管理员可以选择存储地域；不使用账户发送的文件存放在最近的地域。',
  },
  encrypted: { ask: '文件加密吗？', answer: '新文件以 AES-256 加密存储。' },
  boxTitle: '从注册账户开始',
  signUp: '注册',
  prices: '查看方案',
}

export const homeWords: Record<Language, HomeWords> = { en, zh }
