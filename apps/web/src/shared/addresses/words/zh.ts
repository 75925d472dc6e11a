import type { AddressesWords } from './en.ts'

export const addresses: AddressesWords = {
  emailToCount: (count, limit) => `${count} / ${limit}`,
  invalidEmailTo: '收件人邮箱地址无效',
  removeRecipient: (address) => `移除 ${address}`,
  recipients: '收件人',
  suggestions: '联系人',
  suggestionsFound: (count) => `有 ${count} 位联系人匹配`,
}
