import type { AnsweringWords } from './en.ts'

export const answering: AnsweringWords = {
  submitting: '正在提交…',
  kept: '已上传的部分保留 7 天。',
  pause: '暂停',
  pausedTitle: '已暂停',
  haltedTitle: '网络中断',
  arrivedSoFar: (held, all) => `已上传 ${held}，共 ${all}，只需补传其余部分。`,
  stayHere: '请保持此页打开。即使关闭，7 天内打开同一链接即可继续。',
  putAside: '返回列表',

  pickAgain: '重新选择文件',
  pickFolder: '重新选择文件夹',
  pickHint: '此浏览器中已没有这些文件。请重新选择相同的文件，从中断处继续：',
  mismatch: {
    missing: (name) => `还缺 ${name}。`,
    size: (name) => `${name} 的大小变了，不是原来的文件。`,
    changed: (name) => `${name} 有改动，不是原来的文件。`,
    content: (name) => `${name} 的内容变了，不是原来的文件。`,
  },

  sealedStayHere: '请保持此页打开。即使关闭，7 天内在此设备的同一浏览器中打开同一链接即可继续。',
  notKept: '此浏览器不会保留任何内容：全部发送完成之前，请不要关闭此页。',
  summing: '正在为回执再次读取文件…',
  notHere: '这些文件是在另一台设备上开始发送的，或此浏览器已没有记录。端到端加密的文件只能在开始的地方继续。',
  chooseAnew: '要从这里发送，请在下方重新选择文件。',
  startOver: '重新开始',

  codeSent: (address) => `5 位验证码已发送到 ${address}。`,
  codeSpam: '没有收到？请查看垃圾邮件。',
  code: '验证码',
  codeGoOn: '继续',
  codeAnew: '重新发送验证码',
  codeResent: '新的验证码已发送。',
}
