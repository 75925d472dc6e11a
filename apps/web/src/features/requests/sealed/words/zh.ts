import type { SealedRequestsWords } from './en.ts'

export const sealedRequests: SealedRequestsWords = {
  part: '端到端加密',
  isSealed: '此请求只接收端到端加密的文件。',
  isOpen: '此请求没有启用端到端加密。',
  isFixed: '端到端加密只能在新建请求时选择。',
  typesNote: '加密文件的内容谁也无法查看：类型只按文件名的后缀判断。',
  exampleNote: '示例不加密：对方和 Waybill 都能查看。',

  duplicateLegend: '新请求同样只接收端到端加密的文件',
  duplicateSame: '使用相同的密码短语',
  duplicateSameHint: '一个密码短语可打开两个请求的文件，两个请求显示同一个密钥。',
  duplicateOwn: '使用新的密码短语',
  duplicateOwnHint: '新请求使用新的密钥，原来的密码短语打不开。',

  isLocked: '已锁定：打开文件和回答需要密码短语。',
  isUnlocked: '已在此标签页解锁，离开或重新加载后失效。',
  lockAgain: '重新锁定',
  unlockNamed: (name) => `解锁以打开 ${name}`,
  storedShort: '加密文件 SHA-256',
  claimedShort: '原文件 SHA-256（声明）',

  answerSealed: { locked: '已加密', opening: '正在解密…', open: '已加密' },
  answerUnread: '无法读取回答。',
  answerAltered: '此回答在加密之后被改动过。',
  answersLocked: '回答已端到端加密，输入密码短语后即可查看。',
  answersOpen: '回答已在此页解密。除您之外任何人都无法读取，包括 Waybill。',
  saveAnswers: '下载回答（CSV）',

  openAll: '全部打开并保存',
  openSome: '打开并保存',
  openThese: '打开并保存这些文件',
  saveTitle: (count) => `打开并保存 ${count} 个文件`,
  gathering: '正在查找收到的文件',
  nothing: '没有可打开的文件：收到的文件都已退回或删除。',
  folderText: '每位提交者在您选择的文件夹中各有一个子文件夹。不会覆盖已有的文件。',
  intoFolder: '选择文件夹并保存',
  oneByOneText: '此浏览器无法保存到文件夹：请逐个点击，文件会保存到下载目录。',
  saved: (done, of) => `已保存 ${done} / ${of}`,
  someFailed: (count) => `${count} 个文件未能保存。`,
  tryAgain: (count) => `重试这 ${count} 个文件`,
  goOn: '继续',
  waiting: '等待中',
  again: '重试',
  close: '关闭',
  cancel: '取消',

  forwardTitle: '转发加密文件？',
  forwardText: (count) =>
    `这 ${count} 个文件转发后仍是加密的，只有您的密码短语能打开。要让收件人能够打开，请先打开并保存，再发送保存后的文件。`,
  forwardSealed: '转发加密文件',

  asTheyAre: '下载加密文件',
  asTheyAreText:
    '压缩包中的文件仍是加密的。不通过此页打开时，需要密钥文件、您的密码短语，以及 Waybill 附带的 docs/sealed-files.md 中的程序。',
  fetchArchive: '下载压缩包',
  saveKey: '保存密钥文件',
}
