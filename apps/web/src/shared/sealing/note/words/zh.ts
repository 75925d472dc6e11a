import type { SealedNoteWords } from './en.ts'

export const sealedNote: SealedNoteWords = {
  title: '端到端加密',
  text: (who) => `文件和回答在离开此浏览器之前就已加密，只有 ${who} 能打开。Waybill 无法读取存储的内容。`,
  readable: 'Waybill 仍能看到文件名、大小、发送时间、您回答了哪些问题，以及写入回执的每个文件的 SHA-256。',
  answered: (who) => `您已回答，只有 ${who} 能阅读。新的回答会替换它。`,
  key: (who) => `${who} 的密钥`,
  keyText: '请与对方通电话核对，确认密钥属于对方。',
  insecure: '此请求已端到端加密，而此页不安全（非 https）。请向对方索取以 https 开头的链接。',
  noScripts: '此请求已端到端加密。您发送的内容由您的浏览器加密，因此必须启用脚本。',
}
