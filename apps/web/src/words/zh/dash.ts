import type { DashWords } from '../en/dash.ts'

export const dash: DashWords = {
  dash: '控制台',
  accountMenu: '您的账户',
  profile: '个人资料',
  logOut: '退出登录',
  signOutFailed: '服务器没有回应，您仍处于登录状态。',
  transfers: '传输',
  requests: '请求',
  library: '文件库',
  contacts: '联系人',
  analytics: '分析',
  account: '账户',
  sendFiles: '发送文件',
  sendKey: '发送文件（按 n 键）',
  dropToSend: '松开即可发送',
  folderUnread: '有些内容无法读取',
  close: '关闭',
  storage: '存储空间',
  storageUsed: (used: string, limit: string) => `已用 ${used}，共 ${limit}`,
  storageAlmostFull: '即将用满',
  storageFull: '已满',
  monthUsed: (count: number, limit: number) => `本月已发送 ${count} 次，共 ${limit} 次`,

  sealedForward: '转发密封的文件？',
  sealedForwardText: (count) =>
    `这 ${count} 个文件转发后仍是密封的：收件人得到的是密文，只有您的密语能打开。若要发送其中的内容，请先打开并保存，再发送保存后的文件。`,
  sealedForwardGo: '按密封状态转发',
  keep: '保留',
}
