import type { LinkHoldWords } from './en.ts'

export const linkHold: LinkHoldWords = {
  held: (uploads: number, held: string) => `${uploads} 个链接上传占用 ${held}`,
  release: '释放',
}
