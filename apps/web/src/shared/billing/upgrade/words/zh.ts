import type { UpgradeWords } from './en.ts'

export const upgrade: UpgradeWords = {
  seePlans: '查看方案',
  writeTo: '请发邮件至',
}
