import type { LibraryWords } from './en.ts'

export const library: LibraryWords = {
  title: '文件库',
  show: '显示',
  kinds: { all: '全部', sent: '已发送', received: '已收到' },
  search: '搜索文件',
  select: (name) => `选择 ${name}`,
  selected: (count) => `已选 ${count} 个`,
  clear: '取消选择',
  forward: '转发',
  download: '下载',
  delete: '删除',
  deleteTitle: (count) => `删除这 ${count} 个文件？`,
  lookingUp: '正在查找用到这些文件的传输。',
  deleteText: (uses) =>
    uses === 0 ? '没有有效的链接用到这些文件，存储空间会立即释放。' : '以下传输的收件人会看到这些文件已撤下：',
  people: (count) => `${count} 位收件人`,
  deleted: (count) => `已删除 ${count} 个文件。`,
  keep: '保留',
  from: (who) => `来自 ${who}`,
  sentOn: (day) => `发送于 ${day}`,
  unused: '不在任何传输中',
  more: (count) => `+${count}`,
  loadMore: '显示更多',
  loading: '正在加载文件',
  again: '重试',
  nothingFound: (q) => `没有与“${q}”匹配的文件。`,
  emptyTitle: '还没有文件',
  emptyText: '您发送和收到的文件都保存在这里，无需重新上传即可转发。',

  forwardTitle: '转发加密文件？',
  forwardText: (count) =>
    `其中 ${count} 个文件转发后仍是加密的，只有您的密码短语能打开。要让收件人能够打开，请先在请求页面上打开并保存，再发送保存后的文件。`,
  forwardSealed: '转发加密文件',
  sealed: '端到端加密',
  sealedNote: (count) => `其中 ${count} 个是加密文件，下载或转发后仍是加密的。请在请求页面上打开。`,
}
