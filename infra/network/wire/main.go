// Command wire joins network namespaces of this machine with a network that delays and loses packets.
//
//	wire -listen 127.0.0.1:20001 -network 198.18.7 -seed 1 outside= kafka=earshot-1-kafka
//
// Each argument is a host and its namespace; without one it is this process's own. The n-th host has address n of the
// network. Packets to and from hosts without a namespace of their own are neither delayed nor lost, unless a cut says so.
//
// GET / returns the conditions and counters, PUT / replaces the conditions (see Conditions).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net/http"
	"strings"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "address of the control interface")
	network := flag.String("network", "198.18.0", "first three bytes of all addresses")
	seed := flag.Uint64("seed", 1, "seed of the lost packets")
	flag.Parse()
	hosts := make([]*host, 0, flag.NArg())
	for index, argument := range flag.Args() {
		name, namespace, _ := strings.Cut(argument, "=")
		device, err := openDevice(fmt.Sprintf("%s.%d", *network, index+1), index+1, namespace)
		if err != nil {
			log.Fatalf("host %s: %v", name, err)
		}
		hosts = append(hosts, &host{name: name, isOutside: namespace == "", device: device})
	}
	wire := newWire(hosts, *seed)
	log.Printf("joined %d hosts", len(hosts))
	log.Fatal(http.ListenAndServe(*listen, control(wire)))
}

func control(wire *wire) http.Handler {
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Method == http.MethodPut {
			var conditions Conditions
			decoder := json.NewDecoder(http.MaxBytesReader(response, request.Body, 1<<16))
			decoder.DisallowUnknownFields()
			err := decoder.Decode(&conditions)
			if err == nil {
				err = wire.apply(conditions)
			}
			if err != nil {
				http.Error(response, err.Error(), http.StatusBadRequest)
				return
			}
		}
		response.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(response).Encode(wire.report())
	})
}
