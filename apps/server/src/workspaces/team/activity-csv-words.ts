import type { ActivityKind, ActivityPart } from '@waybill/contract/workspaces/activity-kinds'

interface ActivityCsvWords {
  headers: string[]
  parts: Record<ActivityPart, string>
  kinds: Record<ActivityKind, string>
}

/** The columns and values of the exported activity of a team. */
export const activityCsvWords: Record<'en' | 'zh', ActivityCsvWords> = {
  en: {
    headers: [
      'Time',
      'Local time',
      'About',
      'What',
      'Who',
      'Whom',
      'Link',
      'Files',
      'Team role',
      'Plan before',
      'Plan after',
    ],
    parts: {
      transfers: 'Transfers',
      requests: 'Requests',
      library: 'Library',
      people: 'People',
      settings: 'Branding and plan',
    },
    kinds: {
      sent: 'Sent',
      shared: 'Shared a transfer',
      requested: 'Created a request',
      fetched: 'Started a download',
      invited: 'Invited',
      'invite-withdrawn': 'Withdrew an invitation',
      'member-joined': 'Joined',
      'member-removed': 'Removed a member',
      'member-left': 'Left',
      'member-role-set': 'Changed a role',
      'handover-asked': 'Asked to become the admin',
      'handover-ended': 'Ended the handover',
      'handed-over': 'Became the admin',
      'member-transfer-changed': 'Changed a member’s transfer',
      'member-request-changed': 'Changed a member’s request',
      'branding-changed': 'Changed the branding',
      'plan-changed': 'Changed the plan',
    },
  },
  zh: {
    headers: ['时间', '当地时间', '类别', '操作', '操作人', '对象', '链接', '文件数', '团队角色', '原方案', '新方案'],
    parts: { transfers: '传输', requests: '文件请求', library: '文件库', people: '成员', settings: '品牌和方案' },
    kinds: {
      sent: '发送',
      shared: '共享传输',
      requested: '创建文件请求',
      fetched: '开始下载',
      invited: '邀请',
      'invite-withdrawn': '取消邀请',
      'member-joined': '加入',
      'member-removed': '移除成员',
      'member-left': '离开',
      'member-role-set': '更改角色',
      'handover-asked': '请求接任管理员',
      'handover-ended': '结束移交',
      'handed-over': '成为管理员',
      'member-transfer-changed': '修改成员的传输',
      'member-request-changed': '修改成员的文件请求',
      'branding-changed': '修改品牌',
      'plan-changed': '更改方案',
    },
  },
}
