import type { WorkOffWords } from './en.ts'

export const workOff: WorkOffWords = {
  text: '尝试次数过多。浏览器正在完成一次简短的计算，之后会自动继续。',
  progress: '计算进度',
  cancel: '取消',
}
