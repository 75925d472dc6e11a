import type { UpgradeWords } from './en.ts'

export const upgrade: UpgradeWords = {
  seePlans: '查看方案',
  writeTo: '请发邮件至',
  askAdmin: '请联系团队管理员升级方案。',
}
