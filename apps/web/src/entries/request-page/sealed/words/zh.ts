import type { SealedSendingWords } from './en.ts'

export const sealedSending: SealedSendingWords = {
  sealing: '正在准备端到端加密…',
  storedSum: '加密文件（存储内容）的 SHA-256',
  claimedSum: '您的原文件的 SHA-256（由您的浏览器声明）',
  noClaim: '您的浏览器未能再次读取此文件，没有其 SHA-256。',
  sealedFor: (who) => `已端到端加密：只有 ${who} 能打开。`,
}
