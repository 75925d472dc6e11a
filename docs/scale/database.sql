-- Once, as the superuser, at the leader.
create role waybill login createrole password 'choose-a-fourth';
create database waybill owner waybill;
