const en = {
  emailChanged: {
    subject: 'Your account’s email address was changed',
    explain: (address: string) =>
      `${address} is no longer the email address of your Waybill account. You now sign in with the new one.`,
    notYou:
      'If it wasn’t you, undo the change within 72 hours. This address then opens your account again, and everyone else is signed out.',
    button: 'Undo the change',
    orWrite: (support: string) => `If you need help, write to ${support}.`,
  },

  accountDeleted: {
    subject: 'Your account was deleted',
    explain: (address: string) =>
      `The Waybill account of ${address} is gone. Its links no longer work, and its files are being removed.`,
    explainMember: (address: string) =>
      `The Waybill account of ${address} is gone. What it sent, stored and requested stays with its team, and its links keep working.`,
    notYou: (support: string) => `If it wasn’t you, write to ${support} right away.`,
  },
}

const zh: typeof en = {
  emailChanged: {
    subject: '您账户的邮箱已更改',
    explain: (address) => `${address} 不再是您 Waybill 账户的邮箱。今后请使用新邮箱登录。`,
    notYou: '如果不是您本人操作，请在 72 小时内撤销：此邮箱将重新成为您账户的邮箱，所有浏览器都会退出登录。',
    button: '撤销更改',
    orWrite: (support) => `如需帮助，请联系 ${support}。`,
  },

  accountDeleted: {
    subject: '您的账户已删除',
    explain: (address) => `${address} 的 Waybill 账户已删除。链接均已失效，文件正在删除。`,
    explainMember: (address) =>
      `${address} 的 Waybill 账户已删除。此账户发送、存储和请求的内容仍留在团队中，链接继续有效。`,
    notYou: (support) => `如果不是您本人操作，请立即联系 ${support}。`,
  },
}

/** The mails to former addresses of an account. */
export const accountWords = { en, zh }
