const en = {
  subject: (number: number, root: string) => `Anchor ${number}: ${root}`,
  heading: (number: number) => `Anchor ${number} of the ledgers`,
  explain:
    'This root covers the newest entry of every ledger that has changed since the previous anchor. Keep this email: if anyone rewrites a ledger, even this server’s operator, the rewritten ledger contradicts it.',
  at: 'Created',
  count: 'Ledgers',
  root: 'Root',
  hash: 'Hash',
  key: 'Key',
  signature: 'Signature',
  button: 'View all anchors',
}

const zh: typeof en = {
  subject: (number, root) => `第 ${number} 号锚点：${root}`,
  heading: (number) => `活动记录的第 ${number} 号锚点`,
  explain:
    '这个根哈希涵盖自上一个锚点以来有变动的每份活动记录的最新一条。请保留此邮件：无论谁重写活动记录，包括本服务器的运营方，都会与它不符。',
  at: '生成时间',
  count: '活动记录数',
  root: '根哈希',
  hash: '哈希',
  key: '密钥',
  signature: '签名',
  button: '查看所有锚点',
}

export const anchorWords = { en, zh }
