import type { Language } from '@waybill/contract/core/fields'

interface TakeBackWords {
  title: string
  explain: (address: string) => string
  means: string
  button: string
  done: string
  doneText: (address: string) => string
  over: string
  overText: (support: string) => string
  taken: string
}

/** The page behind the link that undoes a change to an account. */
export const takeBackWords: Record<Language, TakeBackWords> = {
  en: {
    title: 'Undo the change?',
    explain: (address) => `${address} becomes your account’s email address again, and every browser is signed out.`,
    means:
      'The password stops working, and recently added second factors are removed. We then email you a link to set a new password.',
    button: 'Undo the change',
    done: 'The change was undone',
    doneText: (address) =>
      `Every browser is signed out. We emailed ${address} a link to set a new password. Use it now, then sign in.`,
    over: 'This link no longer works',
    overText: (support) => `A change can be undone once, within 72 hours. If you can’t sign in, write to ${support}.`,
    taken:
      'Another account uses this email address now. Change that account’s address or delete the account, then try again. The link works for 72 hours.',
  },
  zh: {
    title: '要撤销这次更改吗？',
    explain: (address) => `${address} 将重新成为您账户的邮箱，所有浏览器都会退出登录。`,
    means: '当前密码将失效，最近添加的两步验证方式会移除。随后我们会发邮件给您，附上设置新密码的链接。',
    button: '撤销更改',
    done: '更改已撤销',
    doneText: (address) => `所有浏览器均已退出登录。我们已向 ${address} 发送设置新密码的链接：请立即使用，然后登录。`,
    over: '此链接已失效',
    overText: (support) => `更改只能在 72 小时内撤销一次。如果您无法登录，请联系 ${support}。`,
    taken: '此邮箱现在属于另一个账户。请先更改该账户的邮箱或删除该账户，然后重新点击：链接在 72 小时内有效。',
  },
}
