import type { viewer as en } from './en.ts'

export const viewer: typeof en = {
  title: (name) => `预览 ${name}`,
  all: '全部文件',
  one: '单个文件',
  close: '关闭',
  before: '上一个文件',
  next: '下一个文件',
  placeOf: (nth, count) => `${nth} / ${count}`,
  loading: '正在准备预览…',
  page: (nth, count) => `第 ${nth} 页，共 ${count} 页`,
  firstPages: (shown, count) => `仅显示前 ${shown} 页，共 ${count} 页。下载文件可查看全部内容。`,
  beginning: (shown, whole) => `仅显示开头 ${shown}，共 ${whole}。下载文件可查看全部内容。`,
  download: '下载',
  failed: '预览未能打开。',
  again: '重试',
  unplayable: '浏览器无法播放此文件，请下载后用其他程序打开。',
  because: {
    limited: '发件人限制了下载次数，因此不提供预览。',
    'too-large': '文件太大，无法预览，请下载后打开。',
    unreadable: '文件尺寸过大、已损坏或已加密，无法预览，请下载后打开。',
    'not-as-named': '此类文件无法在此显示，请下载后打开。',
    empty: '文件是空的。',
    'used-up': '今天为这些文件生成的预览过多，请下载后打开。',
    'switched-off': '此服务器不提供图片和 PDF 的预览，请下载后打开。',
    machine: '预览仅供个人查看，请下载后打开。',
  },
}
