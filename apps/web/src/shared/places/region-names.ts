import type { Region } from '@waybill/contract/uploads/regions'

const en: Record<Region, string> = {
  'cn-hongkong': 'Hong Kong',
  'cn-beijing': 'Beijing',
  'cn-shanghai': 'Shanghai',
  'cn-shenzhen': 'Shenzhen',
  'ap-northeast-1': 'Tokyo',
  'ap-northeast-2': 'Seoul',
  'ap-southeast-1': 'Singapore',
  'ap-southeast-2': 'Sydney',
  'ap-south-1': 'Mumbai',
  'me-east-1': 'Dubai',
  'af-south-1': 'Cape Town',
  'eu-central-1': 'Frankfurt',
  'eu-west-1': 'London',
  'eu-west-3': 'Paris',
  'us-east-1': 'Virginia',
  'us-west-1': 'California',
  'sa-east-1': 'São Paulo',
}

const zh: Record<Region, string> = {
  'cn-hongkong': '香港',
  'cn-beijing': '北京',
  'cn-shanghai': '上海',
  'cn-shenzhen': '深圳',
  'ap-northeast-1': '东京',
  'ap-northeast-2': '首尔',
  'ap-southeast-1': '新加坡',
  'ap-southeast-2': '悉尼',
  'ap-south-1': '孟买',
  'me-east-1': '迪拜',
  'af-south-1': '开普敦',
  'eu-central-1': '法兰克福',
  'eu-west-1': '伦敦',
  'eu-west-3': '巴黎',
  'us-east-1': '弗吉尼亚',
  'us-west-1': '加利福尼亚',
  'sa-east-1': '圣保罗',
}

/** The regions of stores, by the city or state that people know. */
export const regionNames = { en, zh }
