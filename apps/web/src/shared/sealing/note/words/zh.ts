import type { SealedNoteWords } from './en.ts'

export const sealedNote: SealedNoteWords = {
  title: '在此设备上密封',
  text: (who) => `您的文件在离开此浏览器之前就已加密。只有 ${who} 能打开；Waybill 无法读取存储的内容。`,
  readable: 'Waybill 仍能看到文件名、大小、发送时间，以及写入回执的每个文件的 SHA-256。',
  key: (who) => `${who} 的密钥`,
  keyText: '如需确认它属于对方，请通过电话互相核对。',
  insecure: '此请求只接收密封的文件，而本页面不安全（非 https）。请索取以 https 开头的链接。',
  noScripts: '此请求只接收密封的文件：您的浏览器需要加密它们，因此必须启用脚本。',
}
