import type { SealedRequestsWords } from './en.ts'

export const sealedRequests: SealedRequestsWords = {
  part: '密封',
  isSealed: '此请求只接收密封的文件。',
  isOpen: '文件按原样接收，不密封。',
  isFixed: '是否密封在新建请求时选定。',
  typesNote: '密封的文件谁也无法查看内容：类型只按文件名的后缀判断。',
  exampleNote: '样例不会密封：供应商和 Waybill 都能看到它。',

  duplicateLegend: '新的请求同样只接收密封的文件',
  duplicateSame: '使用相同的密语',
  duplicateSameHint: '一个密语可打开两个请求的文件；供应商看到的是同一个密钥。',
  duplicateOwn: '使用单独的密语',
  duplicateOwnHint: '新请求有自己的密钥，原来的密语打不开它。',

  isLocked: '已锁定：打开文件需要密语。',
  isUnlocked: '已在本标签页解锁，离开或重新加载后即失效。',
  lockAgain: '重新锁定',
  unlockNamed: (name) => `解锁以打开 ${name}`,
  storedShort: '密封文件 SHA-256',
  claimedShort: '原文件 SHA-256（声明）',

  openAll: '全部打开并保存',
  openSome: '打开并保存',
  openThese: '打开并保存这些文件',
  saveTitle: (count) => `打开并保存 ${count} 个文件`,
  gathering: '正在查找收到的文件',
  nothing: '没有可打开的文件：收到的文件已被退回或删除。',
  folderText: '每家供应商在您选择的文件夹中各有一个子文件夹。已有的文件不会被覆盖。',
  intoFolder: '选择文件夹并保存',
  oneByOneText: '此浏览器无法保存到文件夹：请逐个点按，文件会保存到您的下载目录。',
  saved: (done, of) => `已保存 ${done} / ${of}`,
  someFailed: (count) => `${count} 个文件未能保存。`,
  tryAgain: (count) => `重试这 ${count} 个文件`,
  goOn: '继续',
  waiting: '等待中',
  again: '重试',
  close: '关闭',
  cancel: '取消',

  forwardTitle: '转发密封的文件？',
  forwardText: (count) =>
    `这 ${count} 个文件转发后仍是密封的：收件人得到的是密文，只有您的密语能打开。若要发送其中的内容，请先打开并保存，再发送保存后的文件。`,
  forwardSealed: '按密封状态转发',

  asTheyAre: '仍然密封的文件',
  asTheyAreText:
    '包含所存内容的压缩包，仍是密封的。不用本页面打开它需要三样东西：密钥文件、您的密语，以及随 Waybill 提供的 docs/sealed-files.md 中的程序。',
  fetchArchive: '下载压缩包',
  saveKey: '保存密钥文件',
}
