import type { StandingWords } from './en.ts'

export const standing: StandingWords = {
  name: '已达上限',
  stamp: {
    'account-suspended': '已停用',
    'subscription-due': '已过期',
    'seat-lost': '没有席位',
    'storage-full': '已满',
    'month-full': '本月',
  },
  suspendedText: '您的传输和文件都在，可以查看、下载和删除，但暂时不能发送。',
  dueText: '您的传输和文件都在，可以查看、下载和删除，但暂时不能发送。',
  dueMemberTitle: '团队的方案已过期',
  dueMemberText: '您的传输和文件都在，可以查看、下载和删除，但暂时不能发送。请联系团队管理员付款。',
  seatText: '您的团队成员数超过了方案的席位数。您的传输和文件都还在。请联系团队管理员为您安排席位。',
  storageText: (used, limit) => `已用 ${used}，共 ${limit}。删除不再需要的内容后即可继续发送。下载不受影响。`,
  teamStorageText: (used, limit) => `团队已用 ${used}，共 ${limit}。删除不再需要的内容后即可继续发送。下载不受影响。`,
  monthText: (used, limit, resetsOn) => `您本月已发送 ${used} / ${limit} 次。${resetsOn} 00:00（UTC）重新计算。`,
  teamMonthText: (used, limit, resetsOn) => `团队本月已发送 ${used} / ${limit} 次。${resetsOn} 00:00（UTC）重新计算。`,
  toLibrary: '查看您的文件',
  toPayment: '支付逾期款项',
  toTransfers: '查看您的传输',
  writeTo: '请发邮件至',
}
