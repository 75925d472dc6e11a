import type { ReceiptWords } from './en.ts'

export const receipts: ReceiptWords = {
  receipt: '回执',
  receiptFor: (who) => `${who} 的送达回执`,
  forms: { pdf: '送达回执（PDF）', json: '送达回执（JSON）' },
  making: '正在生成…',
  inPreparation: '送达回执准备中：文件的 SHA-256 仍在计算。现在下载的回执会注明这一点。',
}
