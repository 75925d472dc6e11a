import type { DraftsWords } from './en.ts'

export const drafts: DraftsWords = {
  sameName: '未添加：列表中已有同名文件',
  keptForNext: '留到下一次传输：这一次正在发送',
  getTrial: '免费试用 7 天',
}
