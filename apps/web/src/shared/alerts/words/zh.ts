import type { AlertWords } from './en.ts'

export const alerts: AlertWords = {
  title: '发给您的邮件',
  accountText: '邮件使用您个人资料中的语言和时区。每次传输都可以另行选择。',
  label: '您的传输有何进展',
  recordLabel: '这次传输有何进展',
  modes: {
    finished: '有人全部收到，或中途停下时',
    opened: '另加：每位收件人首次打开时',
    every: '另加：每次下载完成时',
    digest: '每天一封，汇总全部',
    none: '不发邮件',
  },
  asAccount: (mode) => `与所有传输相同（${mode}）`,
  accountOff: '关于您的传输，不会给您发送邮件。可能是您曾点击邮件中的链接停止了它们。',
  recordOff: '关于这次传输，不会给您发送邮件。可能是您曾点击邮件中的链接停止了它们。',
  again: '重新发给我',
  saved: '已保存。',
}
