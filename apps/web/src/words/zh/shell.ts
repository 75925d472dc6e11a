import type { ShellWords } from '../en/shell.ts'

export const shell: ShellWords = {
  title: 'Waybill：发出去，也知道它到了',
  homeLabel: 'Waybill 首页',
  otherLanguage: 'English',
  switchLanguage: 'Switch to English',
  toDark: '深色外观',
  toLight: '浅色外观',
  skip: '跳到正文',
  place: '位置数据来自 DB-IP',
  footerLine: '发出去，也知道它到了。',
  close: '关闭',
  notices: '通知',
  notFoundLabel: '未知地址',
  notFoundStamp: '查无此处',
  notFoundTitle: '这里没有这个页面',
  notFoundText: '网址可能输错了，或者页面已经移走。',
  notFoundHome: '回到首页',
  brokenTitle: '页面出了点问题',
  brokenText: '已经传上来的内容都还在。重新载入页面即可继续。',
  brokenAgain: '重新载入',
}
