import type { NewsWords } from './en.ts'

export const news: NewsWords = {
  title: '产品更新',
  unread: '产品更新，有新内容',
  help: '帮助中心',
  types: { new: '新功能', improved: '改进', fixed: '修复' },
  story: '了解更多',
  back: '返回',
  close: '关闭',
  loading: '正在加载产品更新',
  again: '重试',
  all: '全部更新',
}
