import type { MailDomainWords } from './mail-en.ts'
import { settings } from './zh.ts'

export const mailDomain: MailDomainWords = {
  ...settings,
  title: '邮件使用的域名',
  text: '发给收件人和供应商的邮件从您自己的域名发出，而不是我们的域名。退回的邮件仍会回到我们这里，以便告诉您哪些邮件未能送达。',
  loading: '正在加载邮件域名',
  locked: '使用商务版后，发给收件人和供应商的邮件可以从您自己的域名发出。',
  kept: (domain) => `您的方案不含邮件域名，邮件从我们的地址发出。${domain} 会为您保留，直到您将其移除。`,
  notOffered: '此服务器尚未设置自有邮件域名功能，可由服务器管理员开启。',
  domain: '域名',
  hint: '您邮箱地址中 @ 之后的部分，例如 example.com。您需要能够修改它的 DNS 记录。',

  pending: '请在您的 DNS 服务商处添加以下两条记录。在您等待时，此页面会自动检查。',
  verified: '邮件从此域名发出，我们每天检查其记录。',
  failing: (day) =>
    `我们查不到此域名的密钥，邮件暂时从我们的地址发出。密钥恢复后，邮件会重新从您的域名发出。如果一直查不到，该域名将于${day}标记为失败。`,
  failed: {
    records: '此域名的记录连续三天不正确，邮件从我们的地址发出。请重新设置记录。',
    key: '此服务器无法使用此域名的密钥，邮件从我们的地址发出。请移除该域名并重新添加。',
    moved: '此域名的记录现在指向另一个工作区的密钥，邮件从我们的地址发出。如果这不是您的本意，请重新设置记录。',
  },
  refused: '我们的邮件服务器拒绝了一封来自此域名的邮件，因此该邮件从我们的地址发出。每封邮件我们都会先尝试您的域名。',

  recordsText: (domain) =>
    `请将以下两条记录都添加到 ${domain}。有了这两条记录，我们才能自动更换密钥。使用 Cloudflare 时，请改为“仅 DNS”（灰色云朵）。`,
  record: (nth) => `记录 ${nth}`,
  oursRight: '服务器的密钥已发布。',
  oursMissing: '您的记录已指向这里，但服务器的密钥尚未发布。这需要服务器管理员处理，您无需更改任何设置。',
  oursPending: '记录所指向的密钥尚未发布。这由服务器管理员处理，您现在就可以设置记录。',
  oursUnknown: '关于我们的密钥，域名服务器没有给出明确的回答，我们会再次查询。',

  policies: '收件方检查的内容',
  dkim: (selector, since, until) =>
    `DKIM：您的邮件使用您域名的密钥签名（${selector}，自${since}起使用）。${until}之后，我们会自动更换。`,
  spf: {
    found: (domain, record) => `SPF：邮件退回到我们的域名 ${domain}，其记录为“${record}”。您自己的域名无需更改。`,
    missing: (domain) => `SPF：邮件退回到我们的域名 ${domain}，它没有 SPF 记录。您的签名足以通过 DMARC。`,
    several: (domain) => `SPF：邮件退回到我们的域名 ${domain}，它有多条 SPF 记录，等同于没有。您的签名足以通过 DMARC。`,
    unknown: (domain) => `SPF：关于 ${domain}，域名服务器没有给出明确的回答。`,
  },
  dmarc: {
    found: (domain, policy) =>
      `DMARC：${domain} 要求收件方对未通过验证的邮件${{ none: '照常接收', quarantine: '按可疑邮件处理', reject: '拒绝接收' }[policy]}。您的签名可以通过验证。`,
    missing: 'DMARC：您的域名没有该记录。不设置也能发送邮件，设置后可防止他人冒用您的域名。',
    broken: (domain, record) => `DMARC：收件方无法使用 ${domain} 的记录：“${record}”。`,
    unknown: 'DMARC：域名服务器没有给出明确的回答。',
  },

  test: '给自己发送测试邮件',
  testWaiting: '正在把测试邮件交给我们的邮件服务器…',
  testSigned: (domain) =>
    `我们的邮件服务器已接收测试邮件，签名域名为 ${domain}。DNS 中可以查到密钥，收件方能够验证签名。收件方如何判断，请查看邮件原文中的 Authentication-Results。`,
  testOurs: {
    plan: '测试邮件从我们的地址发出，因为您的方案不含邮件域名。',
    records: '测试邮件从我们的地址发出，因为 DNS 中查不到您域名的密钥。',
    key: '测试邮件从我们的地址发出，因为无法使用您域名的密钥。',
    refused: '测试邮件从我们的地址发出，因为我们的邮件服务器拒绝了来自您域名的邮件。',
    none: '测试邮件从我们的地址发出。',
  },
  testKept: '此服务器没有邮件服务器：邮件保存在文件夹中，不会签名。',
  testRefused: '邮件服务器拒绝了测试邮件。',

  removeTitle: (domain) => `要移除 ${domain} 吗？`,
  removeText: '从现在起，邮件从我们的地址发出，包括正在等待的邮件。您以后可以重新添加该域名，届时需要设置新的记录。',
  removed: '邮件域名已移除。',
}
