import type { WorkOffWords } from './en.ts'

export const workOff: WorkOffWords = {
  text: '之前的尝试过多。您的浏览器正在做一次简短的计算，完成后会自动继续。',
  progress: '计算进度',
  cancel: '取消',
}
