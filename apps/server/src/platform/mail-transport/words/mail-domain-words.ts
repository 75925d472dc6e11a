const en = {
  mailDomainFailed: {
    subject: (domain: string) => `Your emails no longer come from ${domain}`,
    because: {
      records: 'For three days, the DNS records of the domain have not led to the key that signs your emails.',
      key: 'The key that signs your emails can’t be used on this server.',
      refused: 'The mail server that sends our emails refused one from your domain.',
      moved: 'The DNS records of the domain now lead to the keys of another Waybill workspace.',
    },
    means:
      'No email is lost. Emails to your recipients and suppliers now come from our address, and replies still go to you.',
    button: 'View email domain',
    next: {
      records: 'Set the two records again, and emails come from your domain again by themselves.',
      key: 'Remove the domain and add it again to get a new key.',
      refused: 'The next email tries your domain again. If this goes on, tell the operator of this server.',
      moved: 'If you did not intend this, check who can change your DNS records.',
    },
  },
  mailDomainTest: {
    subject: (domain: string) => `Test email from ${domain}`,
    means: 'This email took the same way as the emails to your recipients and suppliers.',
    look: 'To see what your mail provider made of it, open its headers (“Show original” in Gmail, “View source” elsewhere) and look at Authentication-Results: dkim and dmarc should say “pass”.',
    button: 'View email domain',
  },
}

const zh: typeof en = {
  mailDomainFailed: {
    subject: (domain) => `您的邮件已不再从 ${domain} 发出`,
    because: {
      records: '三天来，该域名的 DNS 记录一直没有指向为您的邮件签名的密钥。',
      key: '此服务器无法使用为您的邮件签名的密钥。',
      refused: '发送邮件的服务器拒绝了一封来自您域名的邮件。',
      moved: '该域名的 DNS 记录现在指向另一个 Waybill 工作区的密钥。',
    },
    means: '邮件不会丢失。发给收件人和供应商的邮件现在从我们的地址发出，回复仍会发给您。',
    button: '查看邮件域名',
    next: {
      records: '重新设置这两条记录后，邮件会自动恢复从您的域名发出。',
      key: '请移除该域名并重新添加，以获得新密钥。',
      refused: '下一封邮件会再次尝试使用您的域名。如果问题持续，请联系此服务器的运营方。',
      moved: '如果这不是您的本意，请检查谁可以修改您的 DNS 记录。',
    },
  },
  mailDomainTest: {
    subject: (domain) => `来自 ${domain} 的测试邮件`,
    means: '这封邮件的发送方式与发给收件人和供应商的邮件相同。',
    look: '如需了解您的邮件服务商如何判断，请打开邮件原文，查看 Authentication-Results：dkim 和 dmarc 应显示 “pass”。',
    button: '查看邮件域名',
  },
}

/** The mails about an email domain. */
export const mailDomainWords = { en, zh }
