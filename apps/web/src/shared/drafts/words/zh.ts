import type { DraftsWords } from './en.ts'

export const drafts: DraftsWords = {
  sameName: '未添加：列表里已有同名文件',
  keptForNext: '已留待下一次传输：这一次正在发送中',
  getTrial: '免费试用 7 天',
}
