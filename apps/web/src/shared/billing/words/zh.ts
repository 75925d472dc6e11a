import type { LinkHoldWords } from './en.ts'

export const linkHold: LinkHoldWords = {
  held: (uploads: number, held: string) => `公开链接的 ${uploads} 次上传占用 ${held}`,
  release: '释放',
}
