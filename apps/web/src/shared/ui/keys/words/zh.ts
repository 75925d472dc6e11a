import type { KeysWords } from './en.ts'

export const keys: KeysWords = {
  title: '键盘快捷键',
  close: '关闭',
  list: [
    ['Ctrl K', '查找页面、传输、联系人或请求（Mac 上为 ⌘K）'],
    ['n', '发送文件'],
    ['/', '搜索本页'],
    ['j, k', '下一行、上一行'],
    ['Enter', '打开这一行'],
    ['x', '选择这一行；按住 Shift 可连续选择'],
    ['Esc', '离开输入框、关闭打开的窗口'],
    ['?', '显示快捷键'],
  ],
  palette: '前往',
  paletteHint: '页面、传输、联系人或请求',
  pages: '页面',
  recent: '最近',
  transfers: '传输',
  contacts: '联系人',
  requests: '请求',
  searching: '正在搜索…',
  found: (count) => `${count} 个结果`,
  nothing: '没有找到。',
  failed: '搜索失败。请检查网络后重新输入。',
}
