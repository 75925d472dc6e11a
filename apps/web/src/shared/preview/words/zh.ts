import type { PreviewWords } from './en.ts'

export const preview: PreviewWords = {
  open: '预览收件人页面',
  title: '收件人看到的页面',
  about: '这是预览：不会打开链接，也不计入任何记录。',
  asks: {
    password: '在此之前，收件人需要输入密码。',
    code: '在此之前，收件人需要用邮件中的验证码验证邮箱。',
  },
  noTitle: '收件人看不到这个标题：标题中有知名公司的名称，付费方案才会显示。',
  slipName: '传输预览',
  forAnyone: '发给所有持有此链接的人',
  forRecipient: (address) => `发给 ${address}`,
  headline: (who, count) => `${who} 给您发送了 ${count} 个文件`,
  verified: (address) => `${address}，邮箱已验证`,
  download: (size) => `全部下载 · ${size}`,
}
