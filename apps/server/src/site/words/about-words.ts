import type { Language } from '@waybill/contract/core/fields'

const en = {
  title: 'About Waybill',
  description: 'What Waybill is for, who runs this service, and how to reach us.',
  lead: 'Waybill sends large files and says what became of them: who opened them, what arrived, when and where.',
  why: 'Why it is called that',
  whyText:
    'A waybill is the paper that travels with a parcel: a number, a route, a list of contents, and the stamps of everyone who handled it. Every transfer here has one. It says only what can be shown: a download counts when the recipient’s device has acknowledged its bytes, and mail scanners and link previews are listed apart from people.',
  open: 'What it runs on',
  openText:
    'The software is open source under the Apache License 2.0. No page carries advertising or trackers, and none but the form for payment loads anything from another company.',
  contact: 'Write to us',
  mapLabel: 'Map: where we are',
  boxTitle: 'Start with an account',
  /** The specification's sentence; the figure is that of the free plan. */
  storage: (size: string) => `New signups get ${size} storage free`,
  signUp: 'Sign up',
  noCard: 'No card is needed for the free plan.',
}

const zh: typeof en = {
  title: '关于 Waybill',
  description: 'Waybill 的用途、本服务的运营方，以及联系方式。',
  lead: 'Waybill 发送大文件，并告诉您后来怎样：谁打开了、什么到达了，何时何地。',
  why: '为什么叫 Waybill',
  whyText:
    'Waybill 是随包裹同行的运单：单号、路线、内容清单，还有每一位经手人的印章。这里的每一次传输都有一张。它只写能够核实的事：收件人的设备确认收到字节，才算一次下载；邮件扫描和链接预览另外列出，不与真人混在一起。',
  open: '它建立在什么之上',
  openText: '本软件以 Apache License 2.0 开源。页面上没有广告，也没有跟踪器；除付款表单外，不从其他公司加载任何内容。',
  contact: '联系我们',
  mapLabel: '地图：我们的位置',
  boxTitle: '从注册账户开始',
  storage: (size) => `新用户注册即享 ${size} 免费存储空间`,
  signUp: '注册',
  noCard: '免费方案无需绑定银行卡。',
}

export const aboutWords: Record<Language, typeof en> = { en, zh }
