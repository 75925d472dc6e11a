const en = {
  subject: (number: number, root: string) => `Anchor ${number}: ${root}`,
  heading: (number: number) => `Anchor ${number} of the ledgers`,
  explain:
    'This root covers the newest entry of every ledger that has changed since the anchor before. Keep this mail: whoever makes a ledger anew, this server’s operator too, contradicts it.',
  at: 'Made',
  count: 'Ledgers',
  root: 'Root',
  hash: 'Hash',
  key: 'Key',
  signature: 'Signature',
  button: 'See all anchors',
}

const zh: typeof en = {
  subject: (number, root) => `第 ${number} 号锚点：${root}`,
  heading: (number) => `账本的第 ${number} 号锚点`,
  explain:
    '这个根哈希覆盖自上一个锚点以来有变动的每一份账本的最新一条记录。请保留这封邮件：无论是谁重写账本，包括本服务器的运营者，都会与它矛盾。',
  at: '生成时间',
  count: '账本数',
  root: '根哈希',
  hash: '哈希',
  key: '密钥',
  signature: '签名',
  button: '查看所有锚点',
}

export const anchorWords = { en, zh }
