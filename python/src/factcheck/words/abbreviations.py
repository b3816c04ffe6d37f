"""Widespread abbreviations in names of tables and columns, with the words they stand for."""

from __future__ import annotations

from collections.abc import Mapping

# One abbreviation a line: its long forms, the likeliest first.  What shortens different words in different trades has
# several; what is known in one trade only is left out.
_TEXT = """
abbr: abbreviation
acad: academic, academy
acc: account, accuracy
acct: account
addr: address
adm: admission, administration
admin: administration
adt: adult
agcy: agency
agg: aggregate
agmt: agreement
alt: alternative, altitude
amt: amount
ann: annual
annot: annotation
appl: application
appr: approval
approx: approximate
appt: appointment
apt: apartment
arr: arrival
asg: assignment
assoc: association, associate
asst: assistant
attr: attribute
auth: authorization, author
aux: auxiliary
avail: availability
ave: average, avenue
avg: average
bal: balance
bday: birthday
bdrm: bedroom
beg: beginning
bgn: begin
bldg: building
bool: boolean
bps: basis points
brth: birth
bu: business unit
cal: calendar, calorie
calc: calculated
cap: capacity, capital
capt: captain
cat: category
categ: category
cd: code
cert: certificate
chg: change, charge
chk: check
ckt: circuit
cls: class
cmt: comment
cnt: count
cntry: country
cnty: county
co: company
coeff: coefficient
comm: commission, communication
comp: company, compensation
conc: concentration
cond: condition
conf: confidence, conference
cons: consumption
cont: continent, contract
coord: coordinates
corp: corporation
corr: correlation
cred: credit
crit: critical, criterion
crs: course
cst: cost
ctgry: category
ctr: center
ctry: country
cty: city, county
cum: cumulative
cur: current, currency
curr: current, currency
cust: customer
cyl: cylinders
dbl: double
dec: decimal, december
def: default, definition
deg: degree
del: delivery, deleted
deliv: delivery
dem: demand
dep: departure, department
dept: department
desc: description
descr: description
dest: destination
dev: deviation, device
diag: diagnosis
diam: diameter
diff: difference
dim: dimension
dir: direction, director
disc: discount
disp: displacement
dist: distance, district
distr: district, distribution
distrib: distribution
div: division
dly: daily
dob: date of birth
doc: document
dod: date of death
doj: date of joining
dow: day of week
doy: day of year
dpt: department
dr: doctor
drv: driver
dt: date
dte: date
dtl: detail
dtm: date time
dttm: date time
dur: duration
dy: day
econ: economy
ed: education
edu: education
educ: education
eff: effective, efficiency
ele: elevation
elec: electricity, election
elev: elevation
emp: employee
empl: employee
employ: employment
enc: encounter
eng: engine, english
engr: engineer
enrl: enrollment
env: environment
equip: equipment
err: error
est: estimate, established
ethn: ethnicity
evt: event
exch: exchange
exec: executive
exp: experience, expense, expiry
expt: export
ext: extension, external
fac: facility, factor
fam: family
fed: federal
fem: female
fk: key
flg: flag
flr: floor
fname: first name
freq: frequency
frt: freight
fwd: forward
fy: fiscal year
gdp: gross domestic product
gen: gender, generation
geo: geography
gnd: gender
gov: government, governor
govt: government
gp: group
gpa: grade point average
grad: graduate
grp: group
hdr: header
hgt: height
hh: household
hist: history
hosp: hospital
hp: horsepower
hr: hour
hrs: hour
ht: height
hum: humidity
hwy: highway
id: identifier
idx: index
imp: import, importance
inc: income, incident
incl: included
ind: indicator, industry
indiv: individual
inf: inflation
info: information
init: initial
inj: injury
ins: insurance
inst: institution
instr: instructor
insur: insurance
intl: international
inv: invoice, inventory, investment
invt: inventory
kcal: calorie
kg: kilogram
km: kilometer
kwh: kilowatt hours
lab: laboratory
lang: language
lat: latitude
lb: pound
lbs: pound
len: length
lev: level
lgth: length
lic: license
lim: limit
liq: liquid
lmt: limit
lname: last name
lng: longitude
lnk: link
loc: location
lon: longitude
long: longitude
ltd: limited
lvl: level
mag: magnitude
maint: maintenance
manuf: manufacturer
mat: material
math: mathematics
max: maximum
mbr: member
mdl: model
meas: measurement
med: median, medical
mem: member, memory
mfg: manufacturing
mfr: manufacturer
mgmt: management
mgr: manager
mi: mile
mil: million, military
min: minimum, minute
mins: minute
misc: miscellaneous
mkt: market
mktg: marketing
mm: millimeter
mnth: month
mo: month
mod: modified
mon: month
mort: mortality
mos: month
mpg: miles per gallon
mph: miles per hour
mrtl: marital
msg: message
mtd: month to date
mtg: mortgage, meeting
mth: month
mthly: monthly
mths: month
mult: multiple
mun: municipality
muni: municipality
nat: national, nationality
natl: national
nbr: number
neg: negative
neigh: neighborhood
neighb: neighborhood
nm: name
nme: name
no: number
norm: normal
nos: number
nr: number
nts: notes
num: number
nxt: next
obs: observation
occ: occupation, occurrence
occup: occupation
ofc: office
opp: opponent, opportunity
opt: option
ord: order
org: organization
orig: origin, original
ovr: overall
oz: ounce
pat: patient
pax: passengers
pc: percent
pcap: per capita
pcnt: percent
pcs: pieces
pct: percent, percentage
pd: period, paid
perc: percent, percentage
perf: performance
pers: person
pfx: prefix
pg: page
ph: phone
pharm: pharmacy
phn: phone
phys: physical, physician
pk: key, peak
pkg: package
pl: place
plt: plant
pmt: payment
pnl: profit and loss
pnt: point
pol: policy, political
pop: population
popn: population
pos: position
poss: possession
postcd: postal code
pr: price
prc: price
prcp: precipitation
precip: precipitation
pred: predicted
pres: president, pressure
press: pressure
prev: previous
prf: profit
pri: primary
priv: private
prob: probability
proc: procedure
prod: product, production
prof: professor, profession
prog: program
proj: project
prom: promotion
promo: promotion
prop: property, proportion
prov: province, provider
pt: point, patient
pts: points
pub: public, publication
publ: publisher, publication
purch: purchase
pwd: password
pwr: power
px: price
pymt: payment
qlty: quality
qnt: quantity
qnty: quantity
qt: quantity
qtr: quarter
qtrly: quarterly
qty: quantity
qual: quality
quant: quantity
rcpt: receipt
rcv: received
rcvd: received
rec: record, received
recd: received
ref: reference
reg: region, registration
rel: release, relation
rem: remaining
rep: representative, republican
reps: representatives
req: request, required
res: resolution, residence, result
resp: response, responsible
ret: return, retail
rev: revenue, review
rgn: region
rm: room
rnd: round
rnk: rank
rsn: reason
rt: rate, route
rte: route
rtg: rating
sal: salary
sch: school, schedule
sched: scheduled
schl: school
sci: science
scr: score
sec: second, section, security
sect: section
seg: segment
sem: semester
seq: sequence
ser: series
sess: session
sev: severity
sfx: suffix
shpmt: shipment
sig: signature
sls: sales
spd: speed
spec: specification, species
sq: square
sqft: square feet
sqkm: square kilometers
sqm: square meter
sqmi: square miles
src: source
srv: service
srvc: service
ssn: social security number
sta: station
stat: status, statistic
std: standard
stdev: standard deviation
stk: stock
stn: station
stor: storage
str: street, string
stu: student
stud: student
sub: subscription, subject
subj: subject
subs: subscribers
summ: summary
sup: supplier
supp: supplier, support
suppl: supplier
surv: survival, survey
svc: service
sys: system
tbl: table
tech: technology, technical
tel: telephone
temp: temperature, temporary
terr: territory
tgt: target
thru: through
tm: time, team
tmp: temperature, temporary
tms: time
tot: total
totl: total
tran: transaction
trans: transaction, transmission
transp: transportation
trn: transaction
trx: transaction
ts: timestamp
ttl: total, title
tx: transaction
txn: transaction
typ: type
unemp: unemployment
unempl: unemployment
univ: university
unt: unit
upd: updated
usr: user
util: utilization
vac: vacancy, vaccination
vacc: vaccination
val: value
var: variable, variance
veh: vehicle
vend: vendor
ver: version
vis: visibility, visit
vol: volume
vs: versus
wgt: weight
whse: warehouse
wht: weight
wk: week
wkday: weekday
wkly: weekly
wknd: weekend
wks: week
wt: weight
yd: yard
yds: yards
yld: yield
yoe: years of experience
yoy: year over year
yr: year
yrly: yearly
yrs: year
ytd: year to date
zip: postal code
"""

ABBREVIATIONS: Mapping[str, tuple[str, ...]] = {
    short: tuple(long.strip() for long in longs.split(","))
    for short, longs in (line.split(": ") for line in _TEXT.split("\n") if line)
}
"""Long forms of each abbreviation, the likeliest first; several words are separated by spaces."""
