import type { AlertWords } from './en.ts'

export const alerts: AlertWords = {
  title: '发给您的邮件',
  accountText: '邮件使用您个人资料中的语言和时区。每次传输都可以另行选择。',
  label: '传输进展',
  recordLabel: '这次传输的进展',
  modes: {
    finished: '有人全部收到，或下载停滞时',
    opened: '以上，以及每位收件人首次打开时',
    every: '以上，以及每次下载完成时',
    digest: '每天一封，汇总全部',
    none: '不发邮件',
  },
  asAccount: (mode) => `与所有传输相同（${mode}）`,
  accountOff: '不会发邮件告诉您传输的进展。您可能曾在邮件中点击“不再接收”。',
  recordOff: '不会发邮件告诉您这次传输的进展。您可能曾在邮件中点击“不再接收”。',
  again: '重新接收',
  saved: '已保存。',
}
