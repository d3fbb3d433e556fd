/* The same family, reduced by hand as somebody would who knows it well: one process; the main task, the timelines,
   writes, dispatches and releases run at once; only completions of reads, losses and the picking of tasks branch. K <= 3. */
#define READS (K * T * R)
#define CALLS (READS * (2 + ND))
#define DEPTH (T * (R * (2 + ND) + 1))
#define WRITE 0
#define DISPATCH 1
#define READ 2
#define RELEASE 3
#define RESOLVE 0
#define REJECT 1
#define LOSE 2

chan timeline[K] = [DEPTH] of { byte, byte };
chan device[K] = [DEPTH] of { byte, byte };
chan mlTasks = [READS + K] of { byte, byte, byte };
byte contents[K * T];
bit pending[READS];
bit destroyed[K * T];
bit lost[K];
bit lossIsOver[K];
short log[READS + K];
byte seen, timers;

c_code {
  static FILE *outcomes;
  static void tell(short *log, int n, unsigned char *isLost) {
    int i;
    if (!outcomes) outcomes = fopen(getenv("OUTCOMES"), "a");
    for (i = 0; i < n; i++) {
      int kind = (log[i] >> 14) & 3, id = (log[i] >> 8) & 63, value = log[i] & 255;
      int round = (value & 15) - 1, isNegated = (value >> 4) & 1;  /* As written, then negated by each dispatch. */
      if (kind == RESOLVE) fprintf(outcomes, "r%d=resolved:[%d] ", id, isNegated ? -(1 << round) : 1 << round);
      if (kind == REJECT) fprintf(outcomes, "r%d=rejected:InvalidStateError ", id);
      if (kind == LOSE) fprintf(outcomes, "lost%d=resolved:lost ", id);
    }
    for (i = 0; LOSS && i < K; i++)
      if (!isLost[i]) fprintf(outcomes, "lost%d=pending ", i);
    fputc('\n', outcomes);
  }
}

#define SEE(kind, id, value) log[seen] = (kind << 14) | ((id) << 8) | (value); seen++
#define CONTENTS(p) contents[(p) / K % T * K + (p) % K]

inline destroy(k, t) {
  if
  :: destroyed[(t) * K + (k)] -> skip
  :: else ->
     destroyed[(t) * K + (k)] = 1;
     j = 0;
     do
     :: j < R ->
        if
        :: pending[(j * T + (t)) * K + (k)] ->
           pending[(j * T + (t)) * K + (k)] = 0; SEE(REJECT, (j * T + (t)) * K + (k), 0)
        :: else
        fi;
        j++
     :: else -> break
     od;
     j = 0;
     timeline[k]!RELEASE,(t) * K + (k)
  fi
}

#define MAYREAD(k) (k < K && (len(device[k]) > 0))
#define MAYLOSE(k) (LOSS && k < K && !lossIsOver[k])
#if K == 1
#define NOREAD (!MAYREAD(0))
#elif K == 2
#define NOREAD (!MAYREAD(0) && !MAYREAD(1))
#else
#define NOREAD (!MAYREAD(0) && !MAYREAD(1) && !MAYREAD(2))
#endif
#define COMPLETE(k) device[k]?operation,p; mlTasks!RESOLVE,p,CONTENTS(p)

proctype everything() {
  byte n, i, j, u, operation, p, kind, value;
  d_step {
    do
    :: i < CALLS ->
       p = i / (2 + ND); u = i % (2 + ND);
       if
       :: u == 0 -> timeline[p % K]!WRITE,p
       :: u == ND + 1 -> pending[p] = 1; timeline[p % K]!READ,p
       :: else -> timeline[p % K]!DISPATCH,p
       fi;
       i++
    :: else -> break
    od;
    i = 0; p = 0; u = 0
  }
  do
  :: atomic {
    d_step {
      n = 0;
      do
      :: n < K ->
         do
         :: (len(timeline[n]) > 0) ->
            timeline[n]?operation,p;
            if :: lost[n] && operation != RELEASE -> skip :: else -> device[n]!operation,p fi
         :: else -> break
         od;
         do
         :: (len(device[n]) > 0) ->
            device[n]?<operation,p>;
            if
            :: operation == READ && pending[p] -> break
            :: else ->
               device[n]?operation,p;
               if
               :: operation == WRITE -> CONTENTS(p) = p / (K * T) + 1
               :: operation == DISPATCH -> CONTENTS(p) = CONTENTS(p) + 16
               :: operation == RELEASE -> CONTENTS(p) = 0
               :: else
               fi
            fi
         :: else -> break
         od;
         n++
      :: else -> break
      od;
      n = 0; operation = 0; p = 0
    }
    if
    :: (len(mlTasks) > 0) ->
       if
       :: d_step {
            mlTasks?kind,p,value ->
            if
            :: kind == LOSE ->
               if
               :: lost[p] -> skip
               :: else ->
                  lost[p] = 1; SEE(LOSE, p, 0); u = 0;
                  do :: u < T -> destroy(p, u); u++ :: else -> break od;
                  u = 0
               fi
            :: else -> if :: pending[p] -> pending[p] = 0; SEE(kind, p, value) :: else fi
            fi;
            kind = 0; p = 0; value = 0 }
       :: XM && timers < K ->
          d_step { u = 0; do :: u < T -> destroy(timers, u); u++ :: else -> break od; u = 0; timers++ }
       fi
    :: (len(mlTasks) == 0) && MAYREAD(0) -> COMPLETE(0)
    :: (len(mlTasks) == 0) && MAYLOSE(0) -> lossIsOver[0] = 1; mlTasks!LOSE,0,0
#if K > 1
    :: (len(mlTasks) == 0) && MAYREAD(1) -> COMPLETE(1)
    :: (len(mlTasks) == 0) && MAYLOSE(1) -> lossIsOver[1] = 1; mlTasks!LOSE,1,0
#endif
#if K > 2
    :: (len(mlTasks) == 0) && MAYREAD(2) -> COMPLETE(2)
    :: (len(mlTasks) == 0) && MAYLOSE(2) -> lossIsOver[2] = 1; mlTasks!LOSE,2,0
#endif
    :: (len(mlTasks) == 0) && NOREAD ->
       if
       :: XM && timers < K ->
          d_step { u = 0; do :: u < T -> destroy(timers, u); u++ :: else -> break od; u = 0; timers++ }
       :: else -> c_code { tell(now.log, now.seen, now.lost); }; break
       fi
    fi;
    operation = 0; p = 0 }
  od
}

init { run everything() }
