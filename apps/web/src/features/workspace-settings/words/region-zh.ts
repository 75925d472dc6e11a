import type { RegionWords } from './region-en.ts'

export const region: RegionWords = {
  title: '存储地域',
  text: '工作区的新文件存放在此地域。无论选择哪里，链接和下载都照常使用。',
  loading: '正在加载',
  again: '重试',
  help: '在帮助中心了解更多',
  choose: '新文件的存储地域',
  movesAll: '同时迁移已有文件。',
  movesText: '迁移期间链接照常可用。',
  files: (count) => `${count.toLocaleString('zh-CN')} 个文件`,
  save: '保存',
  saved: '已保存。',
  elsewhere: (files, size) => `还有 ${files}（${size}）存放在其他地域。`,
  moveNow: '迁移到此地域',
  started: '迁移已开始。',
  progress: (moved, files, to) => `正在迁移到${to}：已完成 ${moved}，共 ${files}。`,
  waitsStore: (place) => `${place}的存储暂时无法连接或空间不足。恢复后会自动继续迁移。`,
  waitsUploads: '仍在上传的文件会在传完后迁移。',
  done: (files, to) => `向${to}的迁移已完成，共 ${files}。`,
  kept: (files) => `${files}因数据损坏未能迁移。`,
  stopped: (moved, to) => `向${to}的迁移已停止，此前已迁移 ${moved}。`,
}
