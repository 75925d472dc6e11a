import type { conversation as english } from './en.ts'

export const conversation: typeof english = {
  title: '联系我们',
  lead: '有疑问或遇到问题，请告诉我们。消息会发给本服务的运营方。',
  usually: (hours) => {
    if (hours <= 1) return '通常在 1 小时内回复。'
    if (hours < 24) return `通常在 ${hours} 小时内回复。`
    return `通常在 ${Math.ceil(hours / 24)} 天内回复。`
  },
  empty: '还没有内容，请在下方写下第一条。',
  loading: '正在加载对话',
  again: '重试',
  you: '您',
  us: 'Waybill',
  rated: (rating) => `评价：${rating}`,
  leftFiles: '这封邮件的附件未被接收，请用传输发送文件。',
  messages: '对话内容',
  write: '您想说的话',
  send: '发送',
  sendKey: '发送（Ctrl + Enter）',
  email: '邮箱（选填）',
  emailHint: '填写邮箱后，您还会通过邮件收到回复。',
  emailKnown: (address) => `如果您不在线，我们会把回复发送到 ${address}。`,
  leave: '退出此对话',
  leaveTitle: '退出此对话？',
  leaveText:
    '如果与他人共用此电脑，请在离开前退出：之后任何人（包括您）都无法在此浏览器中查看这些消息。回复仍会发送到您填写的邮箱。',
  stay: '保留',
  left: '此浏览器不再显示该对话。',
  close: '关闭',
  feedback: '反馈',
  newAnswers: (count) => `${count} 条新回复`,
  feedbackLead: '您觉得 Waybill 怎么样？',
  rating: '评价',
  ratings: { Bad: '不好', Fine: '还行', Fantastic: '很棒' },
  comment: '您的意见',
  cancel: '取消',
  thanks: '已收到您的反馈！',
  thanksText: '我们会尽快回复您，谢谢。',
}
